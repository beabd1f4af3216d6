// needs: nvcc
// options: -arch=sm_90
// prints: 11520 1
// Blocks of a cluster exchange rows in rounds, through shared and through global memory; half of the threads arrive early and wait late,
// and some have left.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(4) rounds(int *global, int *out)
{
	__shared__ int row[2][64];
	cg::cluster_group cluster = cg::this_cluster();
	unsigned rank = cluster.block_rank(), n = cluster.num_blocks(), i = threadIdx.x;
	int sum = 0;

	if (i < 64)
		row[0][i] = rank + 1;
	if (i >= 64)
		return;
	cluster.sync();
	for (int round = 0; round < 6; round++) {
		const int *from = cluster.map_shared_rank(row[round & 1], (rank + 1) % n);

		row[~round & 1][i] = from[63 - i];
		global[blockIdx.x * 64 + i] = from[i];
		auto token = cluster.barrier_arrive();
		sum += round;
		cluster.barrier_wait(std::move(token));
		sum += global[(blockIdx.x / n * n + (rank + 2) % n) * 64 + i];
		cluster.sync();
	}
	out[blockIdx.x * 64 + i] = sum + row[0][i] - 10;
}

int main()
{
	int *global, *out, h[512], total = 0, all = 1;

	cudaMalloc(&global, sizeof h);
	cudaMalloc(&out, sizeof h);
	rounds<<<8, 96>>>(global, out);
	cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
	for (int i = 0; i < 512; i++) {
		total += h[i];
		all &= h[i] == h[i / 64 * 64];
	}
	printf("%d %d\n", total, all);
	cudaFree(global);
	cudaFree(out);
	return 0;
}
