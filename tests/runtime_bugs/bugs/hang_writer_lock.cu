// expect: deadlock
// A reader that finds nothing to do keeps its place among the readers, so no writer comes in.
#include <cstdio>
#include <cuda_runtime.h>

struct table { int lock, filled, reads; };

__device__ void begin_read(table *t)
{
	for (;;) {
		int readers = atomicAdd(&t->lock, 0);
		if (readers >= 0 && atomicCAS(&t->lock, readers, readers + 1) == readers)
			return;
	}
}

__global__ void work(table *t)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x < 8) {
		begin_read(t);
		__threadfence();
		if (!t->filled)
			return;
		t->reads = 1;
		__threadfence();
		atomicSub(&t->lock, 1);
	} else {
		while (atomicCAS(&t->lock, 0, -1) != 0) // BUG
			;
		__threadfence();
		t->filled = 1;
		__threadfence();
		atomicExch(&t->lock, 0);
	}
}

int main()
{
	table h, *t;
	cudaMalloc(&t, sizeof(h));
	cudaMemset(t, 0, sizeof(h));
	work<<<9, 32>>>(t);
	cudaMemcpy(&h, t, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h.filled);
	cudaFree(t);
	return 0;
}
