// expect: deadlock divergent-barrier
// needs: nvcc
// options: -arch=sm_90
// One warp of block 0 waits at a barrier of the cluster, the others at __syncthreads(): neither completes.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void __cluster_dims__(2) parted(int *out)
{
	auto cluster = cooperative_groups::this_cluster();

	if (cluster.block_rank() == 0 && threadIdx.x >= 32)
		__syncthreads(); // BUG
	cluster.sync(); // BUG
	out[blockIdx.x] = 1;
}

int main()
{
	int *out, h[2];

	cudaMalloc(&out, sizeof h);
	parted<<<2, 96>>>(out);
	if (cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost) == cudaSuccess)
		printf("%d %d\n", h[0], h[1]);
	return 0;
}
