// expect: stream-race
// cudaMallocAsync in one stream, a kernel in another that does not wait for it.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void put(int *x)
{
	x[threadIdx.x] = threadIdx.x;
}

int main()
{
	int h[64], *x;
	cudaStream_t a, b;
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cudaMallocAsync(&x, sizeof(h), a);
	put<<<1, 64, 0, b>>>(x); // BUG
	cudaStreamSynchronize(b);
	cudaStreamSynchronize(a);
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[5]);
	cudaFreeAsync(x, a);
	cudaStreamSynchronize(a);
	cudaStreamDestroy(a);
	cudaStreamDestroy(b);
	return 0;
}
