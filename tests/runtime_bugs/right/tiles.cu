// prints: 120 376
// Cooperative groups: tiles of sixteen lanes, shuffles among them, a thread of each tile that leads.
#include <cstdio>
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void tile_sums(int *out, const int *in)
{
	cg::thread_block block = cg::this_thread_block();
	cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
	int v = in[block.thread_rank()];
	for (int d = tile.size() / 2; d > 0; d /= 2)
		v += tile.shfl_down(v, d);
	if (tile.thread_rank() == 0)
		out[block.thread_rank() / 16] = v;
}

int main()
{
	int h[64], *in, *out;
	for (int i = 0; i < 64; i++)
		h[i] = i;
	cudaMalloc(&in, sizeof(h));
	cudaMalloc(&out, 4 * sizeof(int));
	cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
	tile_sums<<<1, 64>>>(out, in);
	cudaMemcpy(h, out, 4 * sizeof(int), cudaMemcpyDeviceToHost);
	printf("%d %d\n", h[0], h[1]);
	cudaFree(in);
	cudaFree(out);
	return 0;
}
