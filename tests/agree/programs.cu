// What courses write with tensor cores and asynchronous copies; programs.c has the inputs and what must come out.
#include <cuda_fp16.h>
#include <mma.h>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

using namespace nvcuda;

enum { N = 64 };

// One warp for each 16 x 16 of c = a * b.
extern "C" __global__ void wmma_half(float *c, const half *a, const half *b)
{
	wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
	int row = 16 * (threadIdx.x / 32), col = 16 * blockIdx.x;
	wmma::fill_fragment(fc, 0.0f);
	for (int k = 0; k < N; k += 16) {
		wmma::load_matrix_sync(fa, a + row * N + k, N);
		wmma::load_matrix_sync(fb, b + k * N + col, N);
		wmma::mma_sync(fc, fa, fb, fc);
	}
	wmma::store_matrix_sync(c + row * N + col, fc, N, wmma::mem_row_major);
}

// Tiles go through shared memory.
extern "C" __global__ void wmma_shared(float *c, const half *a, const half *b)
{
	__shared__ half sa[N][16], sb[16][N];
	wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc[4];
	int warp = threadIdx.x / 32;
	for (int t = 0; t < 4; t++)
		wmma::fill_fragment(fc[t], 0.0f);
	for (int k = 0; k < N; k += 16) {
		for (int i = threadIdx.x; i < N * 16; i += blockDim.x) {
			sa[i / 16][i % 16] = a[i / 16 * N + k + i % 16];
			sb[i / N][i % N] = b[(k + i / N) * N + i % N];
		}
		__syncthreads();
		wmma::load_matrix_sync(fa, &sa[16 * warp][0], 16);
		for (int t = 0; t < 4; t++) {
			wmma::load_matrix_sync(fb, &sb[0][16 * t], N);
			wmma::mma_sync(fc[t], fa, fb, fc[t]);
		}
		__syncthreads();
	}
	for (int t = 0; t < 4; t++)
		wmma::store_matrix_sync(c + 16 * warp * N + 16 * t, fc[t], N, wmma::mem_row_major);
}

extern "C" __global__ void wmma_bytes(int *c, const signed char *a, const signed char *b)
{
	wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fa;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::row_major> fb;
	wmma::fragment<wmma::accumulator, 16, 16, 16, int> fc;
	int row = 16 * (threadIdx.x / 32), col = 16 * blockIdx.x;
	wmma::fill_fragment(fc, 0);
	for (int k = 0; k < N; k += 16) {
		wmma::load_matrix_sync(fa, a + row * N + k, N);
		wmma::load_matrix_sync(fb, b + k * N + col, N);
		wmma::mma_sync(fc, fa, fb, fc);
	}
	wmma::store_matrix_sync(c + row * N + col, fc, N, wmma::mem_row_major);
}

#if __CUDA_ARCH__ >= 800
namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;

__device__ static unsigned shared_address(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

// cp.async in two stages, ldmatrix, mma.sync: four warps, each 16 rows.
extern "C" __global__ void mma_staged(float *c, const half *a, const half *b)
{
	__shared__ __align__(16) half sa[2][N][24], sb[2][16][N + 8];
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32, t = threadIdx.x;
	float d[8][4] = {};
	auto fetch = [&](int k, int stage) {
		asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(&sa[stage][t / 2][t % 2 * 8])),
			     "l"(a + t / 2 * N + k + t % 2 * 8));
		asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(&sb[stage][t / 8][t % 8 * 8])),
			     "l"(b + (k + t / 8) * N + t % 8 * 8));
		asm volatile("cp.async.commit_group;");
	};
	fetch(0, 0);
	for (int k = 0; k < N; k += 16) {
		int stage = k / 16 % 2;
		if (k + 16 < N) {
			fetch(k + 16, !stage);
			asm volatile("cp.async.wait_group 1;" ::: "memory");
		} else {
			asm volatile("cp.async.wait_group 0;" ::: "memory");
		}
		__syncthreads();
		unsigned fa[4], fb[2];
		asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
			     : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3])
			     : "r"(shared_address(&sa[stage][16 * warp + lane % 16][lane / 16 * 8])));
		for (int n = 0; n < 8; n++) {
			asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
				     : "=r"(fb[0]), "=r"(fb[1]) : "r"(shared_address(&sb[stage][lane % 16][8 * n])));
			asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
				     "{%0, %1, %2, %3};"
				     : "+f"(d[n][0]), "+f"(d[n][1]), "+f"(d[n][2]), "+f"(d[n][3])
				     : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fb[0]), "r"(fb[1]));
		}
		__syncthreads();
	}
	for (int n = 0; n < 8; n++)
		for (int e = 0; e < 4; e++)
			c[(16 * warp + lane / 4 + e / 2 * 8) * N + 8 * n + lane % 4 * 2 + e % 2] = d[n][e];
}

// Sums of columns: n rows come through a pipeline of the block in two stages.
extern "C" __global__ void pipeline_block(float *out, const float *in)
{
	__shared__ float s[2][N];
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
	auto block = cg::this_thread_block();
	auto p = cuda::make_pipeline(block, &state);
	float sum = 0;
	p.producer_acquire();
	cuda::memcpy_async(block, s[0], in, sizeof(float) * N, p);
	p.producer_commit();
	for (int k = 1; k <= N; k++) {
		if (k < N) {
			p.producer_acquire();
			cuda::memcpy_async(block, s[k % 2], in + k * N, sizeof(float) * N, p);
			p.producer_commit();
		}
		p.consumer_wait();
		sum += s[(k - 1) % 2][threadIdx.x];
		p.consumer_release();
	}
	out[threadIdx.x] = sum;
}

extern "C" __global__ void pipeline_thread(float *out, const float *in)
{
	__shared__ float s[2][N];
	auto p = cuda::make_pipeline();
	int i = threadIdx.x;
	float sum = 0;
	p.producer_acquire();
	cuda::memcpy_async(&s[0][i], in + i, cuda::aligned_size_t<4>(4), p);
	p.producer_commit();
	for (int k = 1; k < N; k++) {
		p.producer_acquire();
		cuda::memcpy_async(&s[k % 2][i], in + k * N + i, cuda::aligned_size_t<4>(4), p);
		p.producer_commit();
		cuda::pipeline_consumer_wait_prior<1>(p);
		sum += s[(k - 1) % 2][i];
		p.consumer_release();
	}
	p.consumer_wait();
	out[i] = sum + s[(N - 1) % 2][i];
	p.consumer_release();
}

// The first two warps sum what the last two bring.
extern "C" __global__ void barrier_two_sides(float *out, const float *in)
{
	__shared__ float s[2][N];
	__shared__ barrier bar[4];
	int i = threadIdx.x;
	if (i < 4)
		init(&bar[i], 2 * N);
	__syncthreads();
	if (i < N) {
		float sum = 0;
		(void)bar[0].arrive();
		(void)bar[1].arrive();
		for (int k = 0; k < N; k++) {
			bar[2 + k % 2].arrive_and_wait();
			sum += s[k % 2][i];
			(void)bar[k % 2].arrive();
		}
		out[i] = sum;
	} else {
		for (int k = 0; k < N; k++) {
			bar[k % 2].arrive_and_wait();
			s[k % 2][i - N] = in[k * N + i - N];
			(void)bar[2 + k % 2].arrive();
		}
	}
}

extern "C" __global__ void barrier_copy(float *out, const float *in)
{
	__shared__ __align__(16) float s[4 * N];
	__shared__ barrier bar;
	auto block = cg::this_thread_block();
	float sum = 0;
	if (block.thread_rank() == 0)
		init(&bar, block.size());
	block.sync();
	for (int k = 0; k < N; k += 4) {
		cuda::memcpy_async(block, s, in + k * N, cuda::aligned_size_t<16>(16 * N), bar);
		bar.arrive_and_wait();
		for (int e = 0; e < 4; e++)
			sum += s[e * N + threadIdx.x];
		block.sync();
	}
	cg::memcpy_async(block, s, in, 4 * N);
	cg::wait(block);
	out[threadIdx.x] = sum + 0 * s[threadIdx.x ^ 1];
}
#endif

#if __CUDA_ARCH__ >= 900
// One thread has the bulk engine bring four rows, the others wait for its bytes.
extern "C" __global__ void bulk_copy(float *out, const float *in)
{
	__shared__ alignas(16) float s[4 * N];
	__shared__ barrier bar;
	float sum = 0;
	if (threadIdx.x == 0)
		init(&bar, blockDim.x);
	__syncthreads();
	for (int k = 0; k < N; k += 4) {
		barrier::arrival_token token;
		if (threadIdx.x == 0) {
			cuda::device::memcpy_async_tx(s, in + k * N, cuda::aligned_size_t<16>(16 * N), bar);
			token = cuda::device::barrier_arrive_tx(bar, 1, 16 * N);
		} else {
			token = bar.arrive();
		}
		bar.wait(std::move(token));
		for (int e = 0; e < 4; e++)
			sum += s[e * N + threadIdx.x];
		__syncthreads();
	}
	out[threadIdx.x] = sum;
}
#endif
