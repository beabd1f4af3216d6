// expect: invalid-launch
// A block has at most 1024 threads. Nobody asks whether the launch worked.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void iota(int *x)
{
	x[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * blockDim.x + threadIdx.x;
}

int main()
{
	const int n = 4096;
	static int h[n];
	int *x;
	cudaMalloc(&x, sizeof(h));
	cudaMemset(x, 0, sizeof(h));
	iota<<<n / 2048, 2048>>>(x); // BUG
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[100]);
	cudaFree(x);
	return 0;
}
