// expect: data-race-shared
// needs: nvcc
// options: -arch=sm_90
// __syncthreads() orders one block; the neighbour's row may not be there yet, or not any more.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void __cluster_dims__(2) neighbour(int *out)
{
	__shared__ int row[32];
	auto cluster = cooperative_groups::this_cluster();
	const int *other = cluster.map_shared_rank(row, cluster.block_rank() ^ 1);

	row[threadIdx.x] = 0;
	cluster.sync();
	row[threadIdx.x] = blockIdx.x * 100 + threadIdx.x; // BUG
	__syncthreads();
	out[blockIdx.x * 32 + threadIdx.x] = other[threadIdx.x]; // BUG
	cluster.sync();
}

int main()
{
	int *out, h[64];

	cudaMalloc(&out, sizeof h);
	neighbour<<<2, 32>>>(out);
	cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d %d\n", h[0], h[63]);
	cudaFree(out);
	return 0;
}
