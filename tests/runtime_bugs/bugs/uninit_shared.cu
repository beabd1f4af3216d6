// expect: uninitialised-read
// The block's histogram is never set to zero.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void histogram(unsigned *bins, const unsigned char *data, int n)
{
	__shared__ unsigned local[256];
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&local[data[i]], 1); // BUG
	__syncthreads();
	atomicAdd(&bins[threadIdx.x], local[threadIdx.x]); // BUG
}

int main()
{
	const int n = 4096;
	unsigned char h[n], *data;
	unsigned r[256], *bins;
	for (int i = 0; i < n; i++)
		h[i] = i * 7;
	cudaMalloc(&data, n);
	cudaMalloc(&bins, sizeof(r));
	cudaMemcpy(data, h, n, cudaMemcpyHostToDevice);
	cudaMemset(bins, 0, sizeof(r));
	histogram<<<4, 256>>>(bins, data, n);
	cudaMemcpy(r, bins, sizeof(r), cudaMemcpyDeviceToHost);
	printf("%u\n", r[0]);
	cudaFree(data);
	cudaFree(bins);
	return 0;
}
