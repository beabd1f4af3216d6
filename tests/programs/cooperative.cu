/*
 * Cooperative groups: a reduction by tiles of a warp and shuffles; then the whole sum in one kernel, whose
 * blocks meet at grid.sync() in a cooperative launch.
 */
#include <cstdio>
#include <cstdlib>
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

template <class Tile> __device__ int tile_sum(Tile tile, int value)
{
	for (int offset = tile.size() / 2; offset > 0; offset /= 2)
		value += tile.shfl_down(value, offset);
	return value; /* of use in the tile's rank 0 */
}

template <int SIZE> __global__ void sum_tiles(const int *in, int *out, int n)
{
	cg::thread_block block = cg::this_thread_block();
	cg::thread_block_tile<SIZE> tile = cg::tiled_partition<SIZE>(block);
	int sum = 0;
	for (int i = blockIdx.x * blockDim.x + block.thread_rank(); i < n; i += gridDim.x * blockDim.x)
		sum += in[i];
	sum = tile_sum(tile, sum);
	if (tile.thread_rank() == 0)
		atomicAdd(out, sum);
}

__global__ void sum_grid(const int *in, int *partial, int *out, int n)
{
	extern __shared__ int warps[];
	cg::grid_group grid = cg::this_grid();
	cg::thread_block block = cg::this_thread_block();
	cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);

	int sum = 0;
	for (unsigned long long i = grid.thread_rank(); i < (unsigned long long)n; i += grid.size())
		sum += in[i];
	sum = tile_sum(warp, sum);
	if (warp.thread_rank() == 0)
		warps[block.thread_rank() / 32] = sum;
	block.sync();
	if (block.thread_rank() == 0) {
		int total = 0;
		for (unsigned w = 0; w < block.size() / 32; w++)
			total += warps[w];
		partial[blockIdx.x] = total;
	}
	grid.sync();
	if (grid.thread_rank() == 0) {
		int total = 0;
		for (unsigned b = 0; b < gridDim.x; b++)
			total += partial[b];
		*out = total;
	}
}

__global__ void votes(int *out)
{
	cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());
	int rank = (int)tile.thread_rank();
	bool odd = rank % 2;
	unsigned who = tile.ballot(odd);
	int any = tile.any(rank == 9), all = tile.all(rank < 16), swapped = tile.shfl_xor(rank, 5);
	if (rank == 3)
		out[threadIdx.x / 16] = (int)who + any * 100000 + all * 200000 + swapped * 1000000;
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 50000, threads = 128;
	int *host = (int *)malloc(n * sizeof(int)), *in, *partial, *out, got, want = 0, failed = 0;
	for (int i = 0; i < n; i++)
		want += host[i] = i % 13 - 4;
	int device = 0, sms = 0, per_sm = 0, cooperative = 0;
	CHECK(cudaGetDevice(&device));
	CHECK(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device));
	if (!cooperative) {
		fprintf(stderr, "no cooperative launches here\n");
		return 1;
	}
	CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
	const size_t shared = threads / 32 * sizeof(int);
	CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, sum_grid, threads, shared));
	int blocks = sms * per_sm < 24 ? sms * per_sm : 24;
	CHECK(cudaMalloc(&in, n * sizeof(int)));
	CHECK(cudaMalloc(&partial, blocks * sizeof(int)));
	CHECK(cudaMalloc(&out, 4 * sizeof(int)));
	CHECK(cudaMemcpy(in, host, n * sizeof(int), cudaMemcpyHostToDevice));

	for (int size : { 32, 8 }) {
		CHECK(cudaMemset(out, 0, sizeof(int)));
		if (size == 32)
			sum_tiles<32><<<blocks, threads>>>(in, out, n);
		else
			sum_tiles<8><<<blocks, threads>>>(in, out, n);
		CHECK(cudaGetLastError());
		CHECK(cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost));
		printf("tiles of %d: %d %s\n", size, got, got == want ? "right" : "WRONG");
		failed += got != want;
	}

	int length = n;
	void *args[] = { &in, &partial, &out, &length };
	CHECK(cudaLaunchCooperativeKernel((void *)sum_grid, dim3(blocks), dim3(threads), args, shared, 0));
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost));
	printf("one kernel:  %d %s\n", got, got == want ? "right" : "WRONG");
	failed += got != want;

	int vote[4];
	votes<<<1, 64>>>(out);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(vote, out, sizeof vote, cudaMemcpyDeviceToHost));
	printf("votes: %d %d %d %d\n", vote[0], vote[1], vote[2], vote[3]);
	for (int v : vote)
		failed += v != 0xaaaa + 300000 + 6000000;
	CHECK(cudaFree(in));
	CHECK(cudaFree(partial));
	CHECK(cudaFree(out));
	free(host);
	return failed != 0;
}
