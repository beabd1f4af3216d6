// expect: data-race-global
// bins[v]++ of many threads without an atomic loses counts.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void histogram(int *bins, const int *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		bins[data[i]]++; // BUG
}

int main()
{
	const int n = 2048;
	int h[n], *data, *bins, r[16];
	for (int i = 0; i < n; i++)
		h[i] = i / 7 % 16;
	cudaMalloc(&data, sizeof(h));
	cudaMalloc(&bins, sizeof(r));
	cudaMemcpy(data, h, sizeof(h), cudaMemcpyHostToDevice);
	cudaMemset(bins, 0, sizeof(r));
	histogram<<<n / 256, 256>>>(bins, data, n);
	cudaMemcpy(r, bins, sizeof(r), cudaMemcpyDeviceToHost);
	printf("%d\n", r[0] > 0);
	cudaFree(data);
	cudaFree(bins);
	return 0;
}
