// Sums of groups of 8 lanes, and an array that one kernel writes and only the next one reads.
// prints: 28 220
#include <cstdio>
#include <cuda_runtime.h>

__global__ void numbers(int *x)
{
	x[threadIdx.x] = threadIdx.x;
}

__global__ void sums(const int *x, int *out)
{
	int v = x[threadIdx.x];
	for (int d = 4; d > 0; d /= 2)
		v += __shfl_down_sync(0xffffffff, v, d, 8);
	if (threadIdx.x % 8 == 0)
		out[threadIdx.x / 8] = v;
}

int main()
{
	int h[4], *x, *out;
	cudaMalloc(&x, 32 * sizeof(int));
	cudaMalloc(&out, sizeof(h));
	numbers<<<1, 32>>>(x);
	sums<<<1, 32>>>(x, out);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d %d\n", h[0], h[3]);
	cudaFree(x);
	cudaFree(out);
	return 0;
}
