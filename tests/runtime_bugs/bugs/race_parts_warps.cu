// Warps read a flag, and the first one goes on to its next value while others still look: they part, and miss each other's barriers.
// expect: data-race-shared
#include <cstdio>
#include <cuda_runtime.h>

__global__ void drain(int *left, const int *work, int rounds)
{
	__shared__ int busy;
	int t = threadIdx.x, mine = 0;
	for (int r = 0; r < rounds; r++) {
		if (t == 0)
			busy = work[r]; // BUG
		__syncthreads();
		if (busy == 0) // BUG
			continue;
		mine += busy;
		__syncthreads();
		mine -= 1;
		__syncthreads();
	}
	left[t] = mine;
}

int main()
{
	const int rounds = 6;
	int work[rounds] = { 3, 0, 2, 0, 0, 1 }, h[96], *w, *l;
	cudaMalloc(&w, sizeof(work));
	cudaMalloc(&l, sizeof(h));
	cudaMemcpy(w, work, sizeof(work), cudaMemcpyHostToDevice);
	drain<<<1, 96>>>(l, w, rounds);
	cudaMemcpy(h, l, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d %d\n", h[0], h[95]);
	cudaFree(w);
	cudaFree(l);
	return 0;
}
