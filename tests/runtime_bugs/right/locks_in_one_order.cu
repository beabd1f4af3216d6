// prints: 0 0
// Transfers in both directions: each block locks the account with the lower number first.
#include <cstdio>
#include <cuda_runtime.h>

struct account {
	int lock;
	volatile int money;
};

__device__ account accounts[2];

__global__ void transfer(int amount)
{
	int from = blockIdx.x % 2, to = 1 - from, first = min(from, to), second = max(from, to);
	if (threadIdx.x != 0)
		return;
	while (atomicCAS(&accounts[first].lock, 0, 1) != 0)
		__nanosleep(100);
	__nanosleep(200);
	while (atomicCAS(&accounts[second].lock, 0, 1) != 0)
		__nanosleep(100);
	__threadfence();
	accounts[from].money = accounts[from].money - amount;
	accounts[to].money = accounts[to].money + amount;
	__threadfence();
	atomicExch(&accounts[second].lock, 0);
	atomicExch(&accounts[first].lock, 0);
}

int main()
{
	account h[2];
	transfer<<<8, 32>>>(5);
	cudaMemcpyFromSymbol(h, accounts, sizeof(h));
	printf("%d %d\n", h[0].money, h[1].money);
	return 0;
}
