// expect: uninitialised-read
// A kernel copies an array that nothing has written.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void copy(int *to, const int *from, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		to[i] = from[i]; // BUG
}

int main()
{
	const int n = 1000;
	int *a, *b, host[1];
	cudaMalloc(&a, n * sizeof(int));
	cudaMalloc(&b, n * sizeof(int));
	cudaMemset(b, 0, n * sizeof(int));
	copy<<<4, 256>>>(b, a, n);
	cudaMemcpy(host, b, sizeof(host), cudaMemcpyDeviceToHost);
	printf("%d\n", host[0] == 1);
	cudaFree(a);
	cudaFree(b);
	return 0;
}
