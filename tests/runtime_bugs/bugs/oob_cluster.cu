// expect: out-of-bounds
// needs: nvcc
// options: -arch=sm_90
// One element past the end of the neighbour's row.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void __cluster_dims__(2) neighbour(int *out)
{
	__shared__ int row[32];
	auto cluster = cooperative_groups::this_cluster();

	row[threadIdx.x] = blockIdx.x * 100 + threadIdx.x;
	cluster.sync();
	out[blockIdx.x * 32 + threadIdx.x] = cluster.map_shared_rank(row, cluster.block_rank() ^ 1)[threadIdx.x + 1]; // BUG
	cluster.sync();
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
