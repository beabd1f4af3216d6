// prints: 512
// Thirty-two seats of four lanes each, thirty-two forks: the fork with the lower number comes first, and who waits sleeps.
#include <cstdio>
#include <cuda_runtime.h>

__device__ int taken[32], meals[32];

__global__ void dine()
{
	int seat = threadIdx.x / 4 + blockIdx.x * 8, next = (seat + 1) % 32;
	int first = min(seat, next), second = max(seat, next);
	for (int k = 0; k < 4; k++)
		for (bool ate = false; !ate;) {
			if (atomicExch(&taken[first], 1) != 0) {
				__nanosleep(50);
				continue;
			}
			while (atomicExch(&taken[second], 1) != 0)
				__nanosleep(100);
			__threadfence();
			meals[seat] = meals[seat] + 1;
			__threadfence();
			atomicExch(&taken[second], 0);
			atomicExch(&taken[first], 0);
			ate = true;
		}
}

int main()
{
	int h[32], sum = 0;
	dine<<<4, 32>>>();
	cudaMemcpyFromSymbol(h, meals, sizeof(h));
	for (int x : h)
		sum += x;
	printf("%d\n", sum);
	return 0;
}
