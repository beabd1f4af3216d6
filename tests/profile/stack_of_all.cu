// Expect: atomics 28
// Every thread puts an element on one stack: there is nothing to add up, so one thread should act for several.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void push_all(int *head, int *next, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, old;

#ifdef FIXED
	int top = min(n, (int)((blockIdx.x + 1) * blockDim.x)) - 1;

	if (threadIdx.x && i < n)
		next[i] = i - 1;
	__syncthreads();
	if (threadIdx.x || i >= n)
		return;
#else
	int top = i;

	if (i >= n)
		return;
#endif
	do {
		old = *(volatile int *)head;
		next[i] = old;
		__threadfence();
	} while (atomicCAS(head, old, top) != old);
}

int main()
{
	const int n = 2048;
	int *head, *next, last;

	cudaMalloc(&head, sizeof *head);
	cudaMalloc(&next, n * sizeof *next);
	cudaMemset(head, 0xff, sizeof *head);
	push_all<<<8, 256>>>(head, next, n);
	cudaMemcpy(&last, head, sizeof last, cudaMemcpyDeviceToHost);
	printf("%d\n", last >= 0);
	cudaFree(head);
	cudaFree(next);
}
