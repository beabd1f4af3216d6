// expect: deadlock
// Two transfers between the same two accounts, in opposite directions: each block locks its own side first.
#include <cstdio>
#include <cuda_runtime.h>

struct account {
	int lock;
	volatile int money;
};

__device__ account accounts[2];

__global__ void transfer(int amount)
{
	int from = blockIdx.x % 2, to = 1 - from;
	if (threadIdx.x != 0)
		return;
	while (atomicCAS(&accounts[from].lock, 0, 1) != 0)
		__nanosleep(100);
	__nanosleep(200);
	while (atomicCAS(&accounts[to].lock, 0, 1) != 0) // BUG
		__nanosleep(100);
	__threadfence();
	accounts[from].money = accounts[from].money - amount;
	accounts[to].money = accounts[to].money + amount;
	__threadfence();
	atomicExch(&accounts[to].lock, 0);
	atomicExch(&accounts[from].lock, 0);
}

int main()
{
	account h[2];
	transfer<<<2, 32>>>(5);
	cudaMemcpyFromSymbol(h, accounts, sizeof(h));
	printf("%d %d\n", h[0].money, h[1].money);
	return 0;
}
