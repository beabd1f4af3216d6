// expect: async-host-race
// Managed memory is read while the kernel may still be writing it.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void increment(int *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i]++;
}

int main()
{
	const int n = 1000;
	int *x;
	cudaMallocManaged(&x, n * sizeof(int));
	for (int i = 0; i < n; i++)
		x[i] = i;
	increment<<<(n + 255) / 256, 256>>>(x, n);
	int seen = x[10]; // BUG
	cudaDeviceSynchronize();
	printf("%d\n", seen);
	cudaFree(x);
	return 0;
}
