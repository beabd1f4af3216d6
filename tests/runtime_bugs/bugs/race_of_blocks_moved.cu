// A barrier of the block is taken for one of the grid. Blocks that come too early copy what is not written yet: the race is the
// cause, and the only report.
// expect: data-race-global
#include <cstdio>
#include <cuda_runtime.h>

__global__ void mirror(int *a, int *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		a[i] = i;
	__syncthreads();
	if (i < n)
		b[i] = a[n - 1 - i]; // BUG
}

int main()
{
	const int n = 256;
	int host[n], *a, *b;

	cudaMalloc(&a, sizeof host);
	cudaMalloc(&b, sizeof host);
	mirror<<<4, 64>>>(a, b, n);
	cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
	printf("%d\n", host[0]);
	cudaFree(a);
	cudaFree(b);
}
