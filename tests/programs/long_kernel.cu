// A kernel of many seconds of computation that makes progress and ends: nothing takes its loop for an endless one. It looks for the
// start below n whose Collatz sequence is the longest, and for the highest number on the way.
// seconds: as many as it needs
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

typedef unsigned long long u64;

__global__ void collatz(unsigned n, u64 *longest, u64 *highest)
{
	u64 best = 0, top = 0;

	for (unsigned start = blockIdx.x * blockDim.x + threadIdx.x + 1; start < n; start += gridDim.x * blockDim.x) {
		u64 x = start, steps = 0;

		while (x != 1) {
			x = x % 2 ? 3 * x + 1 : x / 2;
			steps++;
			top = x > top ? x : top;
		}
		u64 mine = steps << 32 | (0xffffffffu - start); // of equal lengths the smallest start
		best = mine > best ? mine : best;
	}
	atomicMax(longest, best);
	atomicMax(highest, top);
}

int main(int argc, char **argv)
{
	unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 12000000;
	u64 *found;

	cudaMallocManaged(&found, 2 * sizeof *found);
	found[0] = found[1] = 0;
	collatz<<<64, 128>>>(n, found, found + 1);
	if (cudaDeviceSynchronize() != cudaSuccess)
		return 1;
	printf("below %u: %u takes %llu steps; the highest number is %llu\n", n, 0xffffffffu - (unsigned)found[0], found[0] >> 32, found[1]);
	cudaFree(found);
	return 0;
}
