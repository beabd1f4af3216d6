// A recursion that never ends.
// says: stack
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

__device__ __noinline__ int down(volatile int *x, int n) { int here[16]; here[n & 15] = *x; return n < 0 ? 0 : here[(n + 1) & 15 & n] + down(x, n + 1) + n; }
__global__ void fall(int *out) { *out = down(out, 0); }

int main()
{
	int *d_x;
	if (cudaMalloc(&d_x, 256 * sizeof *d_x) != cudaSuccess || cudaMemset(d_x, 0, 256 * sizeof *d_x) != cudaSuccess)
		return 1;
	fall<<<1, 1>>>(d_x);
	printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
	printf("wait: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	printf("get, get: %s ", cudaGetErrorName(cudaGetLastError()));
	printf("%s\n", cudaGetErrorName(cudaGetLastError()));
	printf("allocate: %s\n", cudaGetErrorName(cudaMalloc(&d_x, 4)));
	return 0;
}
