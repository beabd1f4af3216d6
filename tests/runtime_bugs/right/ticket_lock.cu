// prints: 1024
// A lock that serves in the order of arrival, lanes of one warp among them.
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned next_ticket;
__device__ volatile unsigned serving;
__device__ volatile int counter;

__global__ void count()
{
	unsigned mine = atomicAdd(&next_ticket, 1);
	bool done = false;
	while (!done) {
		if (serving == mine) {
			__threadfence();
			counter = counter + 1;
			__threadfence();
			serving = mine + 1;
			done = true;
		}
	}
}

int main()
{
	int h;
	count<<<8, 128>>>();
	cudaMemcpyFromSymbol(&h, *(const int *)&counter, sizeof(h));
	printf("%d\n", h);
	return 0;
}
