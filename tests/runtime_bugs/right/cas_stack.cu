// prints: 523776
// A stack without a lock; a counter in the head's upper half keeps a node that went and came back from being taken for the same.
#include <cstdio>
#include <cuda_runtime.h>

struct node { int next, value; };

__device__ unsigned long long head; // a count, and 1 + the index of the first node
__device__ node nodes[1024];
__device__ int sum;

__device__ void push(int i)
{
	unsigned long long old = atomicAdd(&head, 0), seen;
	for (;;) {
		*(volatile int *)&nodes[i].next = (int)old;
		__threadfence();
		seen = atomicCAS(&head, old, ((old >> 32) + 1) << 32 | (i + 1));
		if (seen == old)
			return;
		old = seen;
	}
}

__device__ int pop()
{
	unsigned long long old = atomicAdd(&head, 0), seen;
	for (;;) {
		int first = (int)old;
		if (!first) {
			old = atomicAdd(&head, 0);
			continue;
		}
		int next = *(volatile int *)&nodes[first - 1].next;
		seen = atomicCAS(&head, old, ((old >> 32) + 1) << 32 | next);
		if (seen == old)
			return first - 1;
		old = seen;
	}
}

__global__ void work()
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	nodes[t].value = t;
	__threadfence();
	push(t);
	int got = pop();
	__threadfence();
	atomicAdd(&sum, *(volatile int *)&nodes[got].value);
}

int main()
{
	int h;
	work<<<8, 128>>>();
	cudaMemcpyFromSymbol(&h, sum, sizeof(h));
	printf("%d\n", h);
	return 0;
}
