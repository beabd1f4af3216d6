// expect: use-after-free
// The result is fetched from memory that was given back.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void iota(int *x)
{
	x[threadIdx.x] = threadIdx.x;
}

int main()
{
	int h[64] = { 0 }, *x;
	cudaMalloc(&x, sizeof(h));
	iota<<<1, 64>>>(x);
	cudaDeviceSynchronize();
	cudaFree(x);
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost); // BUG
	printf("%d\n", h[5]);
	return 0;
}
