// expect: invalid-launch
// n / 256 is 0 when n is below 256.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void iota(int *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = i;
}

int main()
{
	const int n = 100;
	int h[n], *x;
	cudaMalloc(&x, sizeof(h));
	cudaMemset(x, 0, sizeof(h));
	iota<<<n / 256, 256>>>(x, n); // BUG
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[99]);
	cudaFree(x);
	return 0;
}
