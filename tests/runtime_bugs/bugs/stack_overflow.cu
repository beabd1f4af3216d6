// expect: stack-overflow
// Recursion as deep as the list is long.
#include <cstdio>
#include <cuda_runtime.h>

__device__ __noinline__ int length(const int *next, int at)
{
	volatile int here[16]; // BUG
	here[at % 16] = at;
	if (next[at] < 0)
		return 1;
	return 1 + length(next, next[at]) + 0 * here[at % 16]; // BUG
}

__global__ void measure(int *out, const int *next)
{
	*out = length(next, 0); // BUG
}

int main()
{
	const int n = 100000;
	static int h[n];
	int *next, *out, r = 0;
	for (int i = 0; i < n; i++)
		h[i] = i + 1 < n ? i + 1 : -1;
	cudaMalloc(&next, sizeof(h));
	cudaMalloc(&out, sizeof(int));
	cudaMemcpy(next, h, sizeof(h), cudaMemcpyHostToDevice);
	measure<<<1, 1>>>(out, next);
	cudaMemcpy(&r, out, sizeof(int), cudaMemcpyDeviceToHost);
	printf("%d\n", r);
	cudaFree(next);
	cudaFree(out);
	return 0;
}
