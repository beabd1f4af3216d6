// Hint: memset-bytes 20
// cudaMemset sets bytes: each count begins with 16843009.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void add(int *counts, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		counts[i] += i;
}

int main()
{
	const int n = 256;
	int h[n], *counts;
	cudaMalloc(&counts, n * sizeof(int));
#ifndef FIXED

	cudaMemset(counts, 1, n * sizeof(int));
#else
	cudaMemset(counts, 0, n * sizeof(int));
#endif
	add<<<1, 256>>>(counts, n);
	cudaMemcpy(h, counts, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h[3]);
	cudaFree(counts);
	return 0;
}
