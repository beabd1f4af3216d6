// expect: deadlock
// One block leaves before the last round of a barrier made by hand.
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned arrived;
__device__ volatile unsigned generation;

__device__ void grid_barrier()
{
	__syncthreads();
	if (threadIdx.x == 0) {
		unsigned before = generation;
		__threadfence();
		if (atomicAdd(&arrived, 1) == gridDim.x - 1) {
			arrived = 0;
			__threadfence();
			generation = before + 1;
		} else {
			while (generation == before) // BUG
				;
		}
		__threadfence();
	}
	__syncthreads();
}

__global__ void rounds(int *x, int n)
{
	for (int r = 0; r < n; r++) {
		if (r == n - 1 && blockIdx.x == 5)
			return;
		if (threadIdx.x == 0)
			atomicAdd(&x[r], 1);
		grid_barrier();
	}
}

int main()
{
	int *x, h[8];
	cudaMalloc(&x, sizeof(h));
	cudaMemset(x, 0, sizeof(h));
	rounds<<<16, 256>>>(x, 8);
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d %d\n", h[0], h[7]);
	cudaFree(x);
	return 0;
}
