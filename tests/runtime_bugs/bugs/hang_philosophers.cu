// expect: deadlock
// Each takes the fork on its own side first, and when all have one, none gets the second.
#include <cstdio>
#include <cuda_runtime.h>

__device__ int taken[32], meals[32];

__global__ void dine()
{
	int seat = threadIdx.x / 4, next = (seat + 1) % 32;
	bool sits = threadIdx.x % 4 == 0;
	if (sits)
		while (atomicExch(&taken[seat], 1) != 0)
			__nanosleep(50);
	__syncthreads();
	if (!sits)
		return;
	while (atomicExch(&taken[next], 1) != 0) // BUG
		__nanosleep(50);
	__threadfence();
	meals[seat] = meals[seat] + 1;
	__threadfence();
	atomicExch(&taken[next], 0);
	atomicExch(&taken[seat], 0);
}

int main()
{
	int h[32];
	dine<<<1, 128>>>();
	cudaMemcpyFromSymbol(h, meals, sizeof(h));
	printf("%d\n", h[0]);
	return 0;
}
