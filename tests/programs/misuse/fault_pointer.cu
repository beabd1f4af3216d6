// A kernel calls a function pointer that is none.
// says: function|call
// gpu: no (it hangs there)
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

typedef int (*function)(int);
__global__ void call(int *out, function f) { *out = f(1); }

int main()
{
	int *d_x;
	if (cudaMalloc(&d_x, 256 * sizeof *d_x) != cudaSuccess || cudaMemset(d_x, 0, 256 * sizeof *d_x) != cudaSuccess)
		return 1;
	call<<<1, 1>>>(d_x, (function)0x10);
	printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
	printf("wait: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	printf("get, get: %s ", cudaGetErrorName(cudaGetLastError()));
	printf("%s\n", cudaGetErrorName(cudaGetLastError()));
	printf("allocate: %s\n", cudaGetErrorName(cudaMalloc(&d_x, 4)));
	return 0;
}
