// expect: out-of-bounds
// The launch has no clusters, so there is no block of rank 1.
#include <cstdio>
#include <cuda_runtime.h>

__device__ int *at_rank(int *p, unsigned rank)
{
	int *there;

	asm("mapa.u64 %0, %1, %2;" : "=l"(there) : "l"(p), "r"(rank));
	return there;
}

__global__ void neighbour(int *out)
{
	__shared__ int row[32];

	*at_rank(&row[threadIdx.x], 0) = threadIdx.x; // its own
	out[blockIdx.x * 32 + threadIdx.x] = *at_rank(&row[threadIdx.x], 1); // BUG
}

int main()
{
	int *out, h[64];

	cudaMalloc(&out, sizeof h);
	neighbour<<<2, 32>>>(out);
	if (cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost) == cudaSuccess)
		printf("%d %d\n", h[0], h[63]);
	return 0;
}
