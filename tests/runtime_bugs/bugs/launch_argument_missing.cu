// expect: invalid-launch
// The array of arguments has the pointer itself at one place, and one address too few.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int *out, int n, int value)
{
	int i = threadIdx.x;
	if (i < n)
		out[i] = value;
}

int main()
{
	int *d, n = 32;
	cudaMalloc(&d, n * sizeof(int));
	cudaMemset(d, 0, n * sizeof(int));
	void *args[] = { &d, &n, nullptr };
	void *itself[] = { d, &n, &n };
	cudaLaunchKernel((void *)fill, dim3(1), dim3(32), args, 0, 0); // BUG
	cudaLaunchKernel((void *)fill, dim3(1), dim3(32), itself, 0, 0); // BUG
	cudaFree(d);
	return 0;
}
