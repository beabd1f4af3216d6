// Hint: part-never-read 31
// Each thread adds two elements, and the number of blocks is rounded down: the last elements are in no sum.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sums(const int *x, int *out, int n)
{
	int i = 2 * blockIdx.x * blockDim.x + threadIdx.x, v = 0;
	if (i < n)
		v = x[i];
	if (i + blockDim.x < n)
		v += x[i + blockDim.x];
	atomicAdd(&out[blockIdx.x], v);
}

int main()
{
	const int n = 10000, block = 64;
#ifdef FIXED
	const int blocks = (n + 2 * block - 1) / (2 * block);
#else
	const int blocks = n / (2 * block);
#endif
	int h[n], got[n], *x, *out;
	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaMalloc(&x, n * sizeof(int));
	cudaMalloc(&out, blocks * sizeof(int));
	cudaMemcpy(x, h, n * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemset(out, 0, blocks * sizeof(int));
	sums<<<blocks, block>>>(x, out, n);
	cudaMemcpy(got, out, blocks * sizeof(int), cudaMemcpyDeviceToHost);
	printf("%d\n", got[0]);
	cudaFree(x);
	cudaFree(out);
	return 0;
}
