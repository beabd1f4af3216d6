// expect: invalid-launch
// A cooperative grid must fit the device at once; the error is thrown away.
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
	int n = 1000, h[1000], *x;
	cudaMalloc(&x, sizeof(h));
	cudaMemset(x, 0, sizeof(h));
	void *args[] = { &x, &n };
	cudaLaunchCooperativeKernel((void *)iota, dim3(100000), dim3(1024), args, 0, 0); // BUG
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[999]);
	cudaFree(x);
	return 0;
}
