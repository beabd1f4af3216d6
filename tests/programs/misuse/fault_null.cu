// A kernel writes through a null pointer.
// says: null|0x0
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void set(int *out) { out[threadIdx.x] = 1; }

int main()
{
	int *d_x;
	if (cudaMalloc(&d_x, 256 * sizeof *d_x) != cudaSuccess || cudaMemset(d_x, 0, 256 * sizeof *d_x) != cudaSuccess)
		return 1;
	set<<<1, 32>>>(NULL);
	printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
	printf("wait: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	printf("get, get: %s ", cudaGetErrorName(cudaGetLastError()));
	printf("%s\n", cudaGetErrorName(cudaGetLastError()));
	printf("allocate: %s\n", cudaGetErrorName(cudaMalloc(&d_x, 4)));
	return 0;
}
