// expect: async-host-race
// The access is the C library's, far from any line of the program: the line that called it is named.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

__global__ void increment(int *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i]++;
}

int main(int argc, char **)
{
	int n = 999 + argc;
	int *x, *seen = new int[n];
	cudaMallocManaged(&x, n * sizeof(int));
	for (int i = 0; i < n; i++)
		x[i] = i;
	increment<<<(n + 255) / 256, 256>>>(x, n);
	memcpy(seen, x, n * sizeof(int)); // BUG
	cudaDeviceSynchronize();
	printf("%d\n", seen[10]);
	delete[] seen;
	cudaFree(x);
	return 0;
}
