/*
 * A prefix sum in one cooperative launch: each block scans its parts, all wait at the grid's barrier, the first block scans the sums, and
 * all add them. The occupancy API says how many blocks can be there at once.
 */
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

#define CHECK(call) \
	do { \
		cudaError_t status = (call); \
		if (status != cudaSuccess) { \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

constexpr int THREADS = 128;

/* Inclusive, over the block; `warps` has room for a sum of each. */
__device__ int scan_block(int v, int *warps)
{
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	for (int step = 1; step < 32; step *= 2) {
		int other = __shfl_up_sync(0xffffffffu, v, step);
		v += lane >= step ? other : 0;
	}
	if (lane == 31)
		warps[warp] = v;
	__syncthreads();
	for (int w = 0; w < warp; w++)
		v += warps[w];
	__syncthreads();
	return v;
}

__global__ void scan(int *x, int *sums, int n)
{
	__shared__ int warps[THREADS / 32];
	cg::grid_group grid = cg::this_grid();
	int per = (n + gridDim.x - 1) / gridDim.x, from = blockIdx.x * per, to = min(from + per, n), carry = 0;
	for (int base = from; base < to; base += THREADS) {
		int i = base + threadIdx.x, v = scan_block(i < to ? x[i] : 0, warps) + carry;
		if (i < to)
			x[i] = v;
		if (threadIdx.x == THREADS - 1)
			warps[0] = v;
		__syncthreads();
		carry = warps[0];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		sums[blockIdx.x] = carry;
	grid.sync();
	if (blockIdx.x == 0) {
		int all = 0;
		for (int base = 0; base < (int)gridDim.x; base += THREADS) {
			int b = base + threadIdx.x, v = scan_block(b < (int)gridDim.x ? sums[b] : 0, warps) + all;
			if (b < (int)gridDim.x)
				sums[b] = v;
			if (threadIdx.x == THREADS - 1)
				warps[0] = v;
			__syncthreads();
			all = warps[0];
			__syncthreads();
		}
	}
	grid.sync();
	int before = blockIdx.x ? sums[blockIdx.x - 1] : 0;
	for (int i = from + threadIdx.x; i < to; i += THREADS)
		x[i] += before;
}

int main()
{
	int device = 0, can, processors, each;
	CHECK(cudaDeviceGetAttribute(&can, cudaDevAttrCooperativeLaunch, device));
	CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
	CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, scan, THREADS, 0));
	int most = each * processors, blocks = most < 24 ? most : 24, wrong = 0;
	for (int n : { 1, 127, 3000, 20001 }) {
		std::vector<int> x(n), got(n);
		int *d, *sums;
		for (int i = 0; i < n; i++)
			x[i] = i * 7 % 11 - 3;
		CHECK(cudaMalloc(&d, n * sizeof(int)));
		CHECK(cudaMalloc(&sums, blocks * sizeof(int)));
		CHECK(cudaMemcpy(d, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
		void *arguments[] = { &d, &sums, &n };
		CHECK(cudaLaunchCooperativeKernel((const void *)scan, blocks, THREADS, arguments, 0, 0));
		CHECK(cudaMemcpy(got.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost));
		for (int i = 0, sum = 0; i < n; i++)
			wrong += got[i] != (sum += x[i]);
		CHECK(cudaFree(d));
		CHECK(cudaFree(sums));
	}
	printf("cooperative: %d, %d wrong\n", can, wrong);
}
