// expect: copy-direction
// A count on the host is set to zero as if it were the device's. There is no kind that could be wrong.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void count(int *n)
{
	atomicAdd(n, 1);
}

int main()
{
	int h = 0, *n;
	cudaMalloc(&n, sizeof(h));
	cudaMemset(n, 0, sizeof(h));
	count<<<1, 32>>>(n);
	cudaMemcpy(&h, n, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h);
	cudaMemset(&h, 0, sizeof(h)); // BUG
	cudaFree(n);
	return 0;
}
