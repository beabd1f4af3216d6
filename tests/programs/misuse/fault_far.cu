// A kernel writes far past the end of an array.
// says: d_x
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void set(int *out, size_t far) { out[far + threadIdx.x] = 1; }

int main()
{
	int *d_x;
	if (cudaMalloc(&d_x, 256 * sizeof *d_x) != cudaSuccess || cudaMemset(d_x, 0, 256 * sizeof *d_x) != cudaSuccess)
		return 1;
	set<<<1, 32>>>(d_x, (size_t)1 << 36);
	printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
	printf("wait: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	printf("get, get: %s ", cudaGetErrorName(cudaGetLastError()));
	printf("%s\n", cudaGetErrorName(cudaGetLastError()));
	printf("allocate: %s\n", cudaGetErrorName(cudaMalloc(&d_x, 4)));
	return 0;
}
