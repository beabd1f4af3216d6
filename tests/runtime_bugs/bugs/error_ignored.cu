// expect: ignored-error
// The allocation fails (there is no such amount of memory), and everything after it does nothing.
#include <cstdio>
#include <cuda_runtime.h>

int main()
{
	size_t n = (size_t)1 << 44;
	char *big = nullptr, *small;
	cudaMalloc(&big, n); // BUG
	cudaMalloc(&small, 64);
	cudaMemset(small, 1, 64);
	char h[64];
	cudaMemcpy(h, small, 64, cudaMemcpyDeviceToHost);
	printf("%d\n", h[0]);
	cudaFree(small);
	return 0;
}
