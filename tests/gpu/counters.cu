/*
 * counters.cu - kernels whose counters an H200 has measured (counters.tsv):
 * ncu.sh runs them under ncu, tests/unit/simt_counts on the vm. Both take the
 * launches from counters.def and the data from counters_data.h. All have the
 * same parameters, so that one table row launches any of them.
 */
#include <cuda_fp16.h>

#define KERNEL(T, name) extern "C" __global__ void name(T *out, const T *in, const int *idx, int n)
#define LINEAR int i = blockIdx.x * blockDim.x + threadIdx.x
#define TILE 32

/* ---- global memory ---- */

KERNEL(float, vector_add) { LINEAR; if (i < n) out[i] = in[i] + in[i + n]; }
KERNEL(float4, saxpy4)
{
	LINEAR;
	if (i >= n) return;
	float4 x = in[i], y = out[i];
	y.x += 2.5f * x.x; y.y += 2.5f * x.y; y.z += 2.5f * x.z; y.w += 2.5f * x.w;
	out[i] = y;
}
KERNEL(float, copy_strided) { LINEAR; if (i < n) out[i] = in[i * 8]; }
KERNEL(float, copy_strided_out) { LINEAR; if (i < n) out[i * 3] = in[i]; }
KERNEL(float, copy_misaligned) { LINEAR; if (i < n) out[i] = in[i + 1]; }
KERNEL(float, copy_reversed) { LINEAR; if (i < n) out[i] = in[n - 1 - i]; }
struct particle { float x, y, z; };
KERNEL(float, struct_member) { LINEAR; if (i < n) out[i] = ((const particle *)in)[i].y; }
KERNEL(particle, struct_copy) { LINEAR; if (i < n) out[i] = in[i]; }
KERNEL(unsigned char, bytes) { LINEAR; if (i < n) out[i] = in[i] ^ 0x5a; }
KERNEL(short, shorts) { LINEAR; if (i < n) out[i] = in[i] + in[i + 1]; }
KERNEL(double, doubles)
{
	LINEAR;
	if (i < n) { double x = in[i], y = x * 1.5; out[i] = (x + 2.0) * y + x; }
}
KERNEL(int, gather) { LINEAR; if (i < n) out[i] = ((const int *)in)[idx[i]]; }
KERNEL(int, scatter) { LINEAR; if (i < n) out[idx[i]] = i; }
KERNEL(float, broadcast) { LINEAR; out[i] = in[blockIdx.x] + in[threadIdx.x / 32]; }
KERNEL(float, grid_stride)
{
	for (LINEAR; i < n; i += gridDim.x * blockDim.x) out[i] = in[i] * 3.0f;
}

/* ---- matrices ---- */

KERNEL(float, transpose_naive)
{
	int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
	if (x < n && y < n) out[x * n + y] = in[y * n + x];
}
template <int PAD> __device__ void transpose(float *out, const float *in, int n)
{
	__shared__ float tile[TILE][TILE + PAD];
	int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
	if (x < n && y < n) tile[threadIdx.y][threadIdx.x] = in[y * n + x];
	__syncthreads();
	x = blockIdx.y * TILE + threadIdx.x; y = blockIdx.x * TILE + threadIdx.y;
	if (x < n && y < n) out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}
KERNEL(float, transpose_tiled) { transpose<0>(out, in, n); }
KERNEL(float, transpose_padded) { transpose<1>(out, in, n); }
KERNEL(float, matmul_naive)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float sum = 0;
	if (x >= n || y >= n) return;
	for (int k = 0; k < n; k++) sum += in[y * n + k] * in[k * n + x];
	out[y * n + x] = sum;
}
KERNEL(float, matmul_tiled)
{
	__shared__ float a[16][16], b[16][16];
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	float sum = 0;
	for (int t = 0; t < n; t += 16) {
		a[threadIdx.y][threadIdx.x] = in[y * n + t + threadIdx.x];
		b[threadIdx.y][threadIdx.x] = in[(t + threadIdx.y) * n + x];
		__syncthreads();
		for (int k = 0; k < 16; k++) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
		__syncthreads();
	}
	out[y * n + x] = sum;
}

/* ---- shared memory ---- */

template <typename T, int STRIDE, int ROOM> __device__ void strided(T *out, const T *in)
{
	__shared__ T s[ROOM];
	LINEAR;
	s[threadIdx.x * STRIDE % ROOM] = in[i];
	__syncthreads();
	out[i] = s[(threadIdx.x ^ 1) * STRIDE % ROOM];
}
KERNEL(float, shared_1way) { strided<float, 1, 256>(out, in); }
KERNEL(float, shared_2way) { strided<float, 2, 512>(out, in); }
KERNEL(float, shared_3stride) { strided<float, 3, 768>(out, in); }
KERNEL(float, shared_8way) { strided<float, 8, 2048>(out, in); }
KERNEL(float, shared_32way) { strided<float, 32, 8192>(out, in); }
KERNEL(double, shared_double) { strided<double, 1, 256>(out, in); }
KERNEL(double, shared_double_2way) { strided<double, 2, 512>(out, in); }
KERNEL(float4, shared_float4) { strided<float4, 1, 256>(out, in); }
KERNEL(float4, shared_float4_2way) { strided<float4, 2, 512>(out, in); }
KERNEL(unsigned char, shared_bytes) { strided<unsigned char, 1, 256>(out, in); }
KERNEL(float, reduce_shared)
{
	__shared__ float s[256];
	unsigned t = threadIdx.x;
	LINEAR;
	s[t] = i < n ? in[i] : 0.0f;
	__syncthreads();
	for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
		if (t < half) s[t] += s[t + half];
		__syncthreads();
	}
	if (t == 0) out[blockIdx.x] = s[0];
}
KERNEL(float, reduce_shuffle)
{
	LINEAR;
	float v = i < n ? in[i] : 0.0f;
	for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d);
	if (threadIdx.x % 32 == 0) out[i / 32] = v;
}

/* ---- atomics ---- */

KERNEL(unsigned, histogram_shared)
{
	__shared__ unsigned bins[64];
	LINEAR;
	if (threadIdx.x < 64) bins[threadIdx.x] = 0;
	__syncthreads();
	if (i < n) atomicAdd(&bins[idx[i] & 63], 1u);
	__syncthreads();
	if (threadIdx.x < 64) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
KERNEL(unsigned, tickets_shared)
{
	__shared__ unsigned bins[64];
	LINEAR;
	if (threadIdx.x < 64) bins[threadIdx.x] = 0;
	__syncthreads();
	if (i < n) out[i] = atomicAdd(&bins[idx[i] & 63], 1u);
}
KERNEL(float, sums_shared)
{
	__shared__ float bins[64];
	LINEAR;
	if (threadIdx.x < 64) bins[threadIdx.x] = 0;
	__syncthreads();
	if (i < n) atomicAdd(&bins[idx[i] & 63], in[i]);
	__syncthreads();
	if (threadIdx.x < 64) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
KERNEL(unsigned, histogram_global) { LINEAR; if (i < n) atomicAdd(&out[idx[i] & 63], 1u); }
KERNEL(unsigned, atomic_counter) { LINEAR; if (i < n) atomicAdd(out, 1u); }
KERNEL(float, atomic_contended) { LINEAR; if (i < n) atomicAdd(out + i / 32 * 8, in[i]); }
KERNEL(unsigned, atomic_spread) { LINEAR; if (i < n) atomicAdd(&out[i], (unsigned)i); }
KERNEL(unsigned, atomic_returns) { LINEAR; if (i < n) out[i + n] = atomicMax(&out[i / 4], (unsigned)idx[i]); }
KERNEL(unsigned, atomic_cas) { LINEAR; if (i < n) out[i + n] = atomicCAS(&out[idx[i]], 0u, (unsigned)i); }

/* ---- control, arithmetic, local memory ---- */

KERNEL(int, divergent)
{
	LINEAR;
	if (i >= n) return;
	unsigned v = idx[i] + 1, steps = 0;
	while (v != 1) {
		if (v & 1) v = 3 * v + 1; else v = v / 2;
		steps++;
	}
	out[i] = steps;
}
KERNEL(float, divergent_paths)
{
	LINEAR;
	if (i >= n) return;
	if (threadIdx.x % 32 < 7) {
		for (int k = 0; k < 5; k++) out[i + k * n] = in[i] * k;
	} else {
		for (int k = 0; k < 9; k++) out[i + k * n] = in[i] + k;
	}
}
KERNEL(int, local_array)
{
	LINEAR;
	int a[64], sum = 0;
	if (i >= n) return;
	for (int k = 0; k < 64; k++) a[k] = k;
	for (int k = 0; k < 8; k++) a[idx[i + k] & 63] += i;
	for (int k = 0; k < 8; k++) sum += a[idx[i + k] >> 6 & 63];
	out[i] = sum;
}
KERNEL(double, local_uniform)
{
	LINEAR;
	double a[40];
	for (int k = 0; k < 40; k++) a[k] = 0;
	for (int k = 0; k < n; k++) a[(k * 7) % 40] += in[i];
	out[i] = a[n] + a[n + 1];
}
KERNEL(float, special)
{
	LINEAR;
	if (i < n) out[i] = __expf(in[i]) + __sinf(in[i]) * rsqrtf(2.0f + in[i] * in[i]);
}
KERNEL(float, divide) { LINEAR; if (i < n) out[i] = in[i] / (in[i + 1] + 10.0f) + sqrtf(in[i] + 4.0f); }
KERNEL(__half2, half2_fma) { LINEAR; if (i < n) out[i] = __hfma2(in[i], in[i], __hadd2(in[i], in[i])); }
KERNEL(__half, half_fma) { LINEAR; if (i < n) out[i] = __hfma(in[i], in[i], __hmul(in[i], in[i + 1])); }
KERNEL(int, integers) { LINEAR; if (i < n) out[i] = (in[i] * 7 + idx[i]) ^ (in[i] >> 3) | idx[i] << 2; }
KERNEL(float, horner)
{
	LINEAR;
	float x = in[i], y = 0;
	for (int k = 0; k < n; k++) y = y * x + 0.5f;
	out[i] = y;
}

/* ---- one access of one warp, to addresses from a table: the law behind the counts ---- */

#define PATTERN int at = idx[n * 32 + threadIdx.x]
KERNEL(char, pattern_ld1) { PATTERN; if (at >= 0) out[threadIdx.x] = in[at]; }
KERNEL(short, pattern_ld2) { PATTERN; if (at >= 0) out[threadIdx.x] = in[at]; }
KERNEL(int, pattern_ld4) { PATTERN; if (at >= 0) out[threadIdx.x] = in[at]; }
KERNEL(int2, pattern_ld8) { PATTERN; if (at >= 0) out[threadIdx.x] = in[at]; }
KERNEL(int4, pattern_ld16) { PATTERN; if (at >= 0) out[threadIdx.x] = in[at]; }
KERNEL(char, pattern_st1) { PATTERN; if (at >= 0) out[at] = 1; }
KERNEL(int, pattern_st4) { PATTERN; if (at >= 0) out[at] = at; }
KERNEL(int2, pattern_st8) { PATTERN; if (at >= 0) out[at] = make_int2(at, 1); }
KERNEL(int4, pattern_st16) { PATTERN; if (at >= 0) out[at] = make_int4(at, 1, 2, 3); }
KERNEL(unsigned, pattern_red4) { PATTERN; if (at >= 0) atomicMax(out + at, (unsigned)at); }
KERNEL(unsigned, pattern_atom4) { PATTERN; if (at >= 0) out[4096 * 4 + threadIdx.x] = atomicExch(out + at, 3u); }
KERNEL(unsigned long long, pattern_red8) { PATTERN; if (at >= 0) atomicMax(out + at, 7ull); }

#define SHARED(T) __shared__ __align__(16) T s[16384 / sizeof(T)]; const unsigned room = 16384 / sizeof(T); (void)room
KERNEL(char, pattern_lds1) { SHARED(char); PATTERN; if (at >= 0) out[threadIdx.x] = ((volatile char *)s)[at % room]; }
KERNEL(int, pattern_lds4) { SHARED(int); PATTERN; if (at >= 0) out[threadIdx.x] = ((volatile int *)s)[at % room]; }
KERNEL(long long, pattern_lds8) { SHARED(long long); PATTERN; if (at >= 0) out[threadIdx.x] = ((volatile long long *)s)[at % room]; }
__device__ int4 load16(unsigned a)
{
	int4 v;
	asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "r"(a));
	return v;
}
KERNEL(int4, pattern_lds16)
{
	SHARED(int4);
	PATTERN;
	if (at >= 0) out[threadIdx.x] = load16((unsigned)__cvta_generic_to_shared(s + at % room));
}
KERNEL(char, pattern_sts1) { SHARED(char); PATTERN; if (at >= 0) ((volatile char *)s)[at % room] = 1; }
KERNEL(int, pattern_sts4) { SHARED(int); PATTERN; if (at >= 0) ((volatile int *)s)[at % room] = at; }
KERNEL(long long, pattern_sts8) { SHARED(long long); PATTERN; if (at >= 0) ((volatile long long *)s)[at % room] = at; }
KERNEL(int4, pattern_sts16)
{
	SHARED(int4);
	PATTERN;
	if (at >= 0)
		asm volatile("st.shared.v4.u32 [%0], {%1, %1, %1, %1};"
			     :: "r"((unsigned)__cvta_generic_to_shared(s + at % room)), "r"(at) : "memory");
}
KERNEL(unsigned, pattern_ats4) { SHARED(unsigned); PATTERN; if (at >= 0) atomicMax(s + at % room, 5u); }
KERNEL(unsigned, pattern_ats_add) { SHARED(unsigned); PATTERN; if (at >= 0) atomicAdd(s + at % room, 5u); }
KERNEL(unsigned, pattern_ats_inc) { SHARED(unsigned); PATTERN; if (at >= 0) atomicAdd(s + at % room, 1u); }
KERNEL(unsigned, pattern_ats_ticket)
{
	SHARED(unsigned);
	PATTERN;
	if (at >= 0) out[threadIdx.x] = atomicAdd(s + at % room, 1u);
}
KERNEL(unsigned long long, pattern_ats8)
{
	SHARED(unsigned long long);
	PATTERN;
	if (at >= 0) out[threadIdx.x] = atomicExch(s + at % room, 5ull);
}
KERNEL(int, pattern_local)
{
	PATTERN;
	int a[64];
	for (int k = 0; k < 64; k++) a[k] = k;
	if (at >= 0) {
		a[at % 64] = at;
		out[threadIdx.x] = a[at / 2 % 64];
	}
}
KERNEL(double, pattern_local8)
{
	PATTERN;
	double a[64];
	for (int k = 0; k < 64; k++) a[k] = k;
	if (at >= 0) {
		a[at % 64] = at;
		out[threadIdx.x] = a[at / 2 % 64];
	}
}
