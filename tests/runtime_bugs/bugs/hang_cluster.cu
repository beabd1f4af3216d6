// expect: deadlock
// needs: nvcc
// options: -arch=sm_90
// Block 0 comes to a barrier of the cluster that the other block passes by.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void __cluster_dims__(2) uneven(int *out)
{
	auto cluster = cooperative_groups::this_cluster();

	if (cluster.block_rank() == 0)
		cluster.sync(); // BUG
	out[blockIdx.x] = 1;
	while (*(volatile int *)&out[blockIdx.x ^ 1] != 1) // BUG
		;
	cluster.sync();
}

int main()
{
	int *out, h[2];

	cudaMalloc(&out, sizeof h);
	cudaMemset(out, 0, sizeof h);
	uneven<<<2, 32>>>(out);
	if (cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost) == cudaSuccess)
		printf("%d %d\n", h[0], h[1]);
	return 0;
}
