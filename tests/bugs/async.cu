// Asynchronous copies and barrier objects: clean ones, and the waits that are forgotten. Compiled for compute_80.
#include <cuda/barrier>
#include <cuda_pipeline.h>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

using barrier = cuda::barrier<cuda::thread_scope_block>;

// run <<<2, 64>>> out[128] @in[128]
// expect nothing
extern "C" __global__ void copy_and_wait(float *out, const float *in)
{
	__shared__ float tile[64];
	int i = threadIdx.x, base = blockIdx.x * 64;
	__pipeline_memcpy_async(&tile[i], &in[base + i], 4);
	__pipeline_commit();
	__pipeline_wait_prior(0);
	__syncthreads();
	out[base + i] = tile[63 - i];
}

// run <<<2, 64>>> out[128] @in[128]
// expect async-copy-pending
extern "C" __global__ void copy_without_wait(float *out, const float *in)
{
	__shared__ float tile[64];
	int i = threadIdx.x, base = blockIdx.x * 64;
	__pipeline_memcpy_async(&tile[i], &in[base + i], 4);
	__pipeline_commit();
	__syncthreads();
	out[base + i] = tile[63 - i]; // <-- here
}

// run <<<1, 64>>> out[64] @in[64]
// expect async-copy-pending
extern "C" __global__ void own_copy_without_wait(float *out, const float *in)
{
	__shared__ float tile[64];
	int i = threadIdx.x;
	__pipeline_memcpy_async(&tile[i], &in[i], 4);
	__pipeline_commit();
	out[i] = tile[i]; // <-- here
	__pipeline_wait_prior(0);
}

// run <<<1, 64>>> out[64] @in[256]
// expect async-copy-pending
extern "C" __global__ void last_stage_not_waited_for(float *out, const float *in)
{
	__shared__ float tile[2][64];
	int i = threadIdx.x;
	float sum = 0;
	__pipeline_memcpy_async(&tile[0][i], &in[i], 4);
	__pipeline_commit();
	for (int k = 0; k < 4; k++) {
		if (k < 3)
			__pipeline_memcpy_async(&tile[(k + 1) % 2][i], &in[64 * (k + 1) + i], 4);
		if (k < 3)
			__pipeline_commit();
		__pipeline_wait_prior(1);
		__syncthreads();
		sum += tile[k % 2][63 - i]; // <-- here
		__syncthreads();
	}
	out[i] = sum;
}

// run <<<1, 64>>> out[64] @in[64]
// expect data-race-shared
extern "C" __global__ void wait_without_barrier(float *out, const float *in)
{
	__shared__ float tile[64];
	int i = threadIdx.x;
	__pipeline_memcpy_async(&tile[i], &in[i], 4); // <-- here
	__pipeline_commit();
	__pipeline_wait_prior(0);
	out[i] = tile[63 - i]; // <-- here
}

// run <<<1, 64>>> out[64] =data[64]
// expect async-copy-pending
extern "C" __global__ void source_overwritten(float *out, float *data)
{
	__shared__ float tile[64];
	int i = threadIdx.x;
	__pipeline_memcpy_async(&tile[i], &data[i], 4);
	__pipeline_commit();
	data[i] = 7; // <-- here
	__pipeline_wait_prior(0);
	out[i] = tile[i];
}

// run <<<1, 64>>> out[64] @in[64]
// expect async-copy-pending
extern "C" __global__ void target_overwritten(float *out, const float *in)
{
	__shared__ float tile[64];
	int i = threadIdx.x;
	__pipeline_memcpy_async(&tile[i], &in[i], 4);
	__pipeline_commit();
	tile[i] = 0; // <-- here
	__pipeline_wait_prior(0);
	out[i] = tile[i];
}

// run <<<1, 64>>> out[64] @in[32]
// expect out-of-bounds
extern "C" __global__ void source_too_short(float *out, const float *in)
{
	__shared__ float tile[64];
	int i = threadIdx.x;
	__pipeline_memcpy_async(&tile[i], &in[i], 4); // <-- here
	__pipeline_commit();
	__pipeline_wait_prior(0);
	out[i] = tile[i];
}

// run <<<1, 64>>> out[64] @in[256]
// expect nothing
extern "C" __global__ void two_stages(float *out, const float *in)
{
	__shared__ float tile[2][64];
	int i = threadIdx.x;
	float sum = 0;
	__pipeline_memcpy_async(&tile[0][i], &in[i], 4);
	__pipeline_commit();
	for (int k = 0; k < 4; k++) {
		if (k < 3)
			__pipeline_memcpy_async(&tile[(k + 1) % 2][i], &in[64 * (k + 1) + i], 4);
		__pipeline_commit();
		__pipeline_wait_prior(1);
		__syncthreads();
		sum += tile[k % 2][63 - i];
		__syncthreads();
	}
	out[i] = sum;
}

// run <<<2, 64>>> out[128] @in[128]
// expect nothing
extern "C" __global__ void handed_over(float *out, const float *in)
{
	__shared__ float tile[32];
	__shared__ barrier full, empty;
	int i = threadIdx.x, base = blockIdx.x * 64;
	if (i == 0) {
		init(&full, 64);
		init(&empty, 64);
	}
	__syncthreads();
	for (int k = 0; k < 2; k++)
		if (i < 32) {
			tile[i] = in[base + 32 * k + i];
			(void)full.arrive();
			empty.arrive_and_wait();
		} else {
			full.arrive_and_wait();
			out[base + 32 * k + i - 32] = tile[63 - i];
			(void)empty.arrive();
		}
}

// run <<<1, 64>>> out[64] @in[64]
// expect data-race-shared
extern "C" __global__ void taken_without_waiting(float *out, const float *in)
{
	__shared__ float tile[32];
	__shared__ barrier full;
	int i = threadIdx.x;
	if (i == 0)
		init(&full, 64);
	__syncthreads();
	if (i < 32) {
		tile[i] = in[i]; // <-- here
		(void)full.arrive();
	} else {
		(void)full.arrive();
		out[i] = tile[63 - i]; // <-- here
	}
}

// run <<<1, 64>>> out[64] @in[64]
// expect deadlock
extern "C" __global__ void too_few_arrive(float *out, const float *in)
{
	__shared__ barrier full;
	int i = threadIdx.x;
	if (i == 0)
		init(&full, 65);
	__syncthreads();
	full.arrive_and_wait(); // <-- here
	out[i] = in[i];
}

// The tile's surplus lanes copy the last bytes again, from the same place.
// run <<<1, 64>>> out[48] @in[48]
// expect nothing
extern "C" __global__ void copy_by_a_tile(float *out, const float *in)
{
	__shared__ alignas(16) float part[2][24];
	auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
	int w = threadIdx.x / 32, l = threadIdx.x % 32;
	cooperative_groups::memcpy_async(tile, part[w], in + 24 * w, cuda::aligned_size_t<16>(24 * sizeof(float)));
	cooperative_groups::wait(tile);
	if (l < 24)
		out[24 * w + l] = part[w][23 - l];
}

// run <<<1, 32>>> out[32] @in[64]
// expect async-copy-pending
extern "C" __global__ void two_copies_into_one(float *out, const float *in)
{
	__shared__ float part[32];
	int i = threadIdx.x;
	__pipeline_memcpy_async(part + i, in + i, sizeof(float));
	__pipeline_memcpy_async(part + i, in + 32 + i, sizeof(float)); // <-- here
	__pipeline_commit();
	__pipeline_wait_prior(0);
	out[i] = part[i];
}

// The second barrier is missing: a warp that is ahead fills the buffer that others still read.
// run <<<1, 64>>> out[64] @in[256]
// expect async-copy-pending
// at most 1
// advice put __syncthreads() between this read and the next copy
extern "C" __global__ void refilled_while_read(float *out, const float *in)
{
	__shared__ float tile[2][64];
	int i = threadIdx.x;
	float sum = 0;
	__pipeline_memcpy_async(&tile[0][i], &in[i], 4);
	__pipeline_commit();
	for (int k = 0; k < 4; k++) {
		if (k < 3)
			__pipeline_memcpy_async(&tile[(k + 1) % 2][i], &in[64 * (k + 1) + i], 4);
		__pipeline_commit();
		__pipeline_wait_prior(1);
		__syncthreads();
		sum += tile[k % 2][63 - i]; // <-- here
	}
	out[i] = sum;
}
