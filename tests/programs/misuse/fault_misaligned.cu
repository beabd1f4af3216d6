// A kernel reads four bytes where one could.
// says: lign
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void look(int *out, const char *in) { out[0] = *(const int *)(in + 1); }

int main()
{
	int *d_x;
	if (cudaMalloc(&d_x, 256 * sizeof *d_x) != cudaSuccess || cudaMemset(d_x, 0, 256 * sizeof *d_x) != cudaSuccess)
		return 1;
	look<<<1, 1>>>(d_x, (const char *)d_x);
	printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
	printf("wait: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	printf("get, get: %s ", cudaGetErrorName(cudaGetLastError()));
	printf("%s\n", cudaGetErrorName(cudaGetLastError()));
	printf("allocate: %s\n", cudaGetErrorName(cudaMalloc(&d_x, 4)));
	return 0;
}
