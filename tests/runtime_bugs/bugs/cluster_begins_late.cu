// expect: peer-lifetime
// needs: nvcc
// options: -arch=sm_90
// Block 1 may not have begun when block 0 writes to its shared memory: cluster.sync() is missing at the beginning.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void __cluster_dims__(2) neighbour(int *out)
{
	__shared__ int row[32];
	auto cluster = cooperative_groups::this_cluster();

	cluster.map_shared_rank(row, cluster.block_rank() ^ 1)[threadIdx.x] = blockIdx.x * 100 + threadIdx.x; // BUG
	cluster.sync();
	out[blockIdx.x * 32 + threadIdx.x] = row[threadIdx.x];
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
