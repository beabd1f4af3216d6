// expect: out-of-bounds
// i * 100003 does not fit an int for large i: the remainder is negative.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void scatter(int *out, int n, int buckets)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int bucket = i * 100003 % buckets;
	atomicAdd(&out[bucket], 1); // BUG
}

int main()
{
	const int n = 30000, buckets = 1000;
	int h[buckets], *out;
	cudaMalloc(&out, sizeof(h));
	cudaMemset(out, 0, sizeof(h));
	scatter<<<(n + 255) / 256, 256>>>(out, n, buckets);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[0]);
	cudaFree(out);
	return 0;
}
