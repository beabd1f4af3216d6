// Groups of the lanes that have the same label: each counts its members and adds their numbers.
#include <cstdio>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void groups(const int *label, int *size, int *sum, int *rank)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	auto tile = cg::tiled_partition<16>(cg::this_thread_block());
	auto same = cg::labeled_partition(tile, label[i]);
	int all = 0;
	for (unsigned k = 0; k < same.size(); k++)
		all += same.shfl(i, k);
	size[i] = same.size();
	sum[i] = all;
	rank[i] = same.thread_rank();
}

int main()
{
	const int n = 128;
	int *label, *size, *sum, *rank, wrong = 0, many = 0;
	cudaMallocManaged(&label, n * sizeof(int));
	cudaMallocManaged(&size, n * sizeof(int));
	cudaMallocManaged(&sum, n * sizeof(int));
	cudaMallocManaged(&rank, n * sizeof(int));
	for (int i = 0; i < n; i++)
		label[i] = i * i % 7;
	groups<<<2, n / 2>>>(label, size, sum, rank);
	cudaDeviceSynchronize();
	for (int i = 0; i < n; i++) {
		int members = 0, all = 0, before = 0;
		for (int k = i / 16 * 16; k < i / 16 * 16 + 16; k++)
			if (label[k] == label[i]) {
				before += k < i;
				members++;
				all += k;
			}
		wrong += size[i] != members || sum[i] != all || rank[i] != before;
		many += before == 0;
	}
	printf("%d groups, %d threads are wrong\n", many, wrong);
	cudaFree(label);
	cudaFree(size);
	cudaFree(sum);
	cudaFree(rank);
	return 0;
}
