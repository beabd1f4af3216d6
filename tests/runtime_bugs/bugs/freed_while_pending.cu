// expect: freed-in-use
// cudaFreeAsync in one stream while a kernel of another still reads the buffer.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void slow_sum(long long *out, const int *x, int n)
{
	long long s = 0;
	for (int turn = 0; turn < 20; turn++)
		for (int i = threadIdx.x; i < n; i += blockDim.x)
			s += x[i];
	out[threadIdx.x] = s;
}

int main()
{
	const int n = 1024;
	long long h[64], *out;
	int *x;
	cudaStream_t a, b;
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cudaMalloc(&out, sizeof(h));
	cudaMallocAsync(&x, n * sizeof(int), a);
	cudaMemsetAsync(x, 0, n * sizeof(int), a);
	slow_sum<<<1, 64, 0, a>>>(out, x, n);
	cudaFreeAsync(x, b); // BUG
	cudaStreamSynchronize(a);
	cudaStreamSynchronize(b);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%lld\n", h[0]);
	cudaFree(out);
	cudaStreamDestroy(a);
	cudaStreamDestroy(b);
	return 0;
}
