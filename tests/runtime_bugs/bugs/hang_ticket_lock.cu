// expect: deadlock
// Who has no work leaves with a ticket that nobody serves.
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned next_ticket;
__device__ volatile unsigned serving;
__device__ volatile int counter;

__global__ void count(int n)
{
	if (threadIdx.x % 32)
		return;
	unsigned mine = atomicAdd(&next_ticket, 1);
	if ((blockIdx.x * blockDim.x + threadIdx.x) / 32 < n)
		return;
	while (serving != mine) // BUG
		;
	__threadfence();
	counter = counter + 1;
	__threadfence();
	serving = mine + 1;
}

int main()
{
	int h;
	count<<<8, 128>>>(3);
	cudaMemcpyFromSymbol(&h, *(const int *)&counter, sizeof(h));
	printf("%d\n", h);
	return 0;
}
