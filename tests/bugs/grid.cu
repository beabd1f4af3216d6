// Cooperative groups, as nvcc's headers make them (the other compilers have none).
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// run cooperative <<<4, 64>>> =a[256] b[256] 3
// expect nothing
extern "C" __global__ void grid_sync(float *a, float *b, int rounds)
{
	int i = blockIdx.x * 64 + threadIdx.x;
	for (int r = 0; r < rounds; r++) {
		b[i] = a[(i + 65) % 256] + r;
		cg::this_grid().sync();
		float *c = a;
		a = b;
		b = c;
	}
}

// run cooperative <<<4, 64>>> =a[256] b[256] 3
// expect data-race-global
extern "C" __global__ void grid_sync_only_first(float *a, float *b, int rounds)
{
	int i = blockIdx.x * 64 + threadIdx.x;
	b[i] = a[(i + 65) % 256] + 1;
	cg::this_grid().sync();
	for (int r = 0; r < rounds; r++) {
		a[i] = b[(i + 65) % 256] + r + 1; // <-- here
		cg::this_thread_block().sync();
		b[i] = a[(i + 65) % 256] + r + 2; // <-- here
		cg::this_thread_block().sync();
	}
}

// run <<<2, 64>>> out[4] @in[128] 128
// expect nothing
extern "C" __global__ void tiles_of_a_block(float *out, const float *in, int n)
{
	__shared__ float sum[64];
	auto block = cg::this_thread_block();
	auto warp = cg::tiled_partition<32>(block);
	int t = threadIdx.x;
	sum[t] = in[blockIdx.x * 64 + t] + n;
	warp.sync();
	for (int d = 16; d > 0; d /= 2) {
		if (warp.thread_rank() < d)
			sum[t] += sum[t + d];
		warp.sync();
	}
	if (warp.thread_rank() == 0)
		out[blockIdx.x * 2 + t / 32] = sum[t];
}

// run <<<4, 96>>> =count[1] out[384] @in[384] 384
// expect nothing
extern "C" __global__ void coalesced_filter(int *count, int *out, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && (in[i] + i) % 3 != 0) {
		auto active = cg::coalesced_threads();
		int base = 0;
		if (active.thread_rank() == 0)
			base = atomicAdd(count, active.size());
		out[active.shfl(base, 0) + active.thread_rank()] = i;
	}
}

// Of clang's PTX the scope is gone.
// run <<<4, 64>>> =count[1]
// expect data-race-global
extern "C" __global__ void counts_for_its_block_only(int *count)
{
	atomicAdd_block(count, 1); // <-- here
}

// run <<<1, 32>>> out[32] 24
// expect bad-shuffle-width
extern "C" __global__ void width_of_24(int *out, int width)
{
	int x = threadIdx.x;
	x = __shfl_sync(0xffffffff, x, 23, width); // <-- here
	out[threadIdx.x] = x;
}

// run <<<1, 32>>> out[32]
// expect nothing
extern "C" __global__ void segments_by_hand(int *out)
{
	int x = threadIdx.x, y;
	asm volatile("shfl.sync.idx.b32 %0, %1, 1, 0x141f, 0xffffffff;" : "=r"(y) : "r"(x));
	for (int width = 1; width <= 32; width *= 2)
		y += __shfl_xor_sync(0xffffffff, x, 1, width) + __shfl_down_sync(0xffffffff, x, 1, width) + __shfl_up_sync(0xffffffff, x, 1, width);
	out[threadIdx.x] = y;
}
