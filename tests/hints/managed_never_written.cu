// Hint: never-written 17
// The kernel writes another array than the one that the host reads.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void squares(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = i * i;
}

int main()
{
	const int n = 1000;
	int *out, *scratch;
	cudaMallocManaged(&out, n * sizeof(int));
	cudaMalloc(&scratch, n * sizeof(int));
#ifndef FIXED
	squares<<<(n + 255) / 256, 256>>>(scratch, n);
#else
	squares<<<(n + 255) / 256, 256>>>(out, n);
#endif
	cudaDeviceSynchronize();
	printf("%d\n", out[n - 1]);
	cudaFree(out);
	cudaFree(scratch);
	return 0;
}
