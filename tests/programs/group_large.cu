// options: -arch=sm_80
// needs: nvcc (the toolkit's tiles of more than 32 threads)
// Tiles of several warps meet in the shared memory that the system reserves, beside the block's own.
#include <cstdio>
#include <cstdlib>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		cudaError_t error = (call); \
		if (error != cudaSuccess) { \
			printf("line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
			exit(1); \
		} \
	} while (0)

namespace cg = cooperative_groups;

__global__ void sums(int *out)
{
	__shared__ cg::block_tile_memory<256> memory;
	__shared__ int own[256];
	extern __shared__ int more[];
	auto block = cg::this_thread_block(memory);
	auto tile = cg::tiled_partition<128>(block);
	int t = threadIdx.x;

	own[t] = t;
	more[t] = 1000 * t;
	tile.sync();
	out[t] = cg::reduce(tile, t, cg::plus<int>()) + tile.shfl(t, 5) + tile.any(t == 200) * 1000000;
	tile.sync();
	out[t] += own[t ^ 1] + more[t ^ 1];
}

int main()
{
	int *out, got[256], wrong = 0;

	CHECK(cudaMalloc(&out, sizeof got));
	sums<<<1, 256, 256 * sizeof(int)>>>(out);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
	for (int t = 0; t < 256; t++)
		wrong += got[t] != (t < 128 ? 8128 + 5 : 8128 + 128 * 128 + 133 + 1000000) + 1001 * (t ^ 1);
	printf("%d wrong\n", wrong);
	CHECK(cudaFree(out));
	return wrong != 0;
}
