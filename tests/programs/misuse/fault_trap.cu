// A kernel stops itself by __trap().
// says: trap
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void stop(const int *in)
{
	if (in[threadIdx.x] == 0)
		__trap();
}

int main()
{
	int *d_x;
	if (cudaMalloc(&d_x, 256 * sizeof *d_x) != cudaSuccess || cudaMemset(d_x, 0, 256 * sizeof *d_x) != cudaSuccess)
		return 1;
	stop<<<1, 32>>>(d_x);
	printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
	printf("wait: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	printf("get, get: %s ", cudaGetErrorName(cudaGetLastError()));
	printf("%s\n", cudaGetErrorName(cudaGetLastError()));
	printf("allocate: %s\n", cudaGetErrorName(cudaMalloc(&d_x, 4)));
	return 0;
}
