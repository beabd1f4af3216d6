// prints: 64 2016
// A lock that one thread of each block takes; fences on both sides of the section.
#include <cstdio>
#include <cuda_runtime.h>

struct account { int lock, count, sum; };

__global__ void deposit(account *a)
{
	if (threadIdx.x == 0) {
		while (atomicCAS(&a->lock, 0, 1) != 0)
			;
		__threadfence();
		a->count += 1;
		a->sum += blockIdx.x;
		__threadfence();
		atomicExch(&a->lock, 0);
	}
}

int main()
{
	account h, *a;
	cudaMalloc(&a, sizeof(h));
	cudaMemset(a, 0, sizeof(h));
	deposit<<<64, 32>>>(a);
	cudaMemcpy(&h, a, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d %d\n", h.count, h.sum);
	cudaFree(a);
	return 0;
}
