// A kernel writes past the end of its shared memory.
// says: shared
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void set(int *out, int far)
{
	__shared__ int tile[32];
	tile[threadIdx.x + far] = 1;
	__syncthreads();
	out[threadIdx.x] = tile[31 - threadIdx.x + far];
}

int main()
{
	int *d_x;
	if (cudaMalloc(&d_x, 256 * sizeof *d_x) != cudaSuccess || cudaMemset(d_x, 0, 256 * sizeof *d_x) != cudaSuccess)
		return 1;
	set<<<1, 32>>>(d_x, 1 << 20);
	printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
	printf("wait: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	printf("get, get: %s ", cudaGetErrorName(cudaGetLastError()));
	printf("%s\n", cudaGetErrorName(cudaGetLastError()));
	printf("allocate: %s\n", cudaGetErrorName(cudaMalloc(&d_x, 4)));
	return 0;
}
