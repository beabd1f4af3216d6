/*
 * everything.cu - every name that our headers give to clang, used as nvcc understands it. It must
 * compile without a warning with all compilers, and PTX must hold the instructions that are looked for in
 * tests/unit/toolchain_compile.c.
 */
#include <cuda_runtime.h>
#include <device_launch_parameters.h>
#include <assert.h>
#include <cassert>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if !defined(WARPBOOK_PROGRAM) && __has_include(<cuda/atomic>)
#include <cuda/atomic>

__device__ cuda::atomic<int, cuda::thread_scope_device> everyones;

template <cuda::thread_scope Scope> __device__ void orders(int *i, unsigned long long *u, float *f)
{
	cuda::atomic_ref<int, Scope> a(*i);
	cuda::atomic_ref<unsigned long long, Scope> b(*u);
	cuda::atomic_ref<float, Scope> c(*f);
	unsigned long long seen = b.load(cuda::memory_order_acquire);
	int old = a.exchange(3, cuda::memory_order_acq_rel);

	while (!b.compare_exchange_weak(seen, seen + 1, cuda::memory_order_release, cuda::memory_order_relaxed))
		;
	a.fetch_and(old, cuda::memory_order_relaxed);
	a.fetch_or(1);
	a.fetch_xor(2);
	a.fetch_min(-1);
	a.fetch_max(7);
	a.fetch_sub(2);
	b.fetch_max(9, cuda::std::memory_order_relaxed);
	c.fetch_add(1.5f, cuda::std::memory_order_relaxed);
	a += 2;
	++a;
	a.store(old, cuda::memory_order_release);
	cuda::atomic_thread_fence(cuda::memory_order_seq_cst, Scope);
}

__global__ void ordered(int *i, unsigned long long *u, float *f)
{
	orders<cuda::thread_scope_block>(i, u, f);
	orders<cuda::thread_scope_device>(i + 1, u + 1, f + 1);
	orders<cuda::thread_scope_system>(i + 2, u + 2, f + 2);
	everyones.fetch_add(1, cuda::memory_order_relaxed);
	everyones.store(everyones.load() + i[3], cuda::memory_order_release);
}
#endif

#define KERNEL extern "C" __global__ void

__constant__ float table[16];
__constant__ int answer = 42;
__device__ int counter;
__device__ float scratch[32] = { 1.0f, 2.0f };

struct __align__(16) particle { float3 position; float mass; };

__device__ __noinline__ float out_of_line(float x) { return x * 3.0f; }
__host__ __device__ __forceinline__ float both(float x) { return sqrtf(x) + 1.0f; }
template <typename T> __device__ T twice(T x) { return x + x; }
static __device__ int recursive(int n) { return n < 2 ? 1 : n * recursive(n - 1); }

KERNEL indices(int *out)
{
	uint3 t = threadIdx, b = blockIdx;
	dim3 size = blockDim, grid = gridDim;
	dim3 one, two(2), three(1, 2, 3);

	out[threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z] = blockIdx.x + blockIdx.y + blockIdx.z;
	out[t.x + b.y] = size.x * size.y * size.z + grid.x + gridDim.y + gridDim.z + warpSize;
	out[0] = one.x + two.y + three.z + blockDim.y + blockDim.z;
}

KERNEL __launch_bounds__(256) bounded(int *__restrict__ out) { out[0] = 1; }
KERNEL __launch_bounds__(128, 2) bounded_twice(int *__restrict__ out) { out[0] = 1; }

template <typename T, int N> __global__ void templated(T *out) { out[threadIdx.x] = twice((T)N); }
template __global__ void templated<float, 4>(float *);

KERNEL vectors(float4 *f, int2 *i, double2 *d, uchar4 *c, particle *p, float *out)
{
	float4 v = f[threadIdx.x];
	int2 w = i[threadIdx.x];
	float3 a = make_float3(1, 2, 3);
	float2 aggregate = { 1.0f, 2.0f };
	uchar4 pixel = c[0];

	f[threadIdx.x] = make_float4(v.x + a.x, v.y + a.y, v.z + a.z, v.w);
	i[threadIdx.x] = make_int2(w.y, w.x);
	d[threadIdx.x] = make_double2(v.x, w.x);
	c[1] = make_uchar4(pixel.x, pixel.y, pixel.z, 255);
	p[0].position = a;
	p[0].mass = aggregate.y;
	out[0] = make_float1(1).x + make_int1(1).x + make_double1(1).x + make_char4(1, 2, 3, 4).w;
	out[1] = make_int3(1, 2, 3).z + make_int4(1, 2, 3, 4).w + make_uint2(1, 2).y + make_uint3(1, 2, 3).z;
	out[2] = make_uint4(1, 2, 3, 4).w + make_short2(1, 2).y + make_ushort4(1, 2, 3, 4).w;
	out[3] = make_longlong2(1, 2).y + make_ulonglong2(1, 2).y + make_double3(1, 2, 3).z + make_long2(1, 2).x;
	out[4] = sizeof(float3) == 12 && alignof(float4) == 16 && alignof(float2) == 8 && alignof(float3) == 4 &&
		 alignof(double2) == 16 && alignof(longlong2) == 16 && alignof(uchar4) == 4 && alignof(char2) == 2 &&
		 alignof(short4) == 8 && alignof(int4) == 16 && sizeof(double3) == 24 && sizeof(particle) == 16;
}

KERNEL memory(float *out, const float *__restrict__ in, int n)
{
	extern __shared__ float dynamic[];
	__shared__ float tile[32][33];
	__shared__ int flag;

	flag = n;
	dynamic[threadIdx.x] = in[threadIdx.x];
	tile[threadIdx.y][threadIdx.x] = table[threadIdx.x & 15] + answer + scratch[1];
	__syncthreads();
	out[threadIdx.x] = dynamic[0] + tile[threadIdx.x][threadIdx.y] + flag;
	out[1] = __ldg(in) + __ldg(&in[1]) + __ldca(in) + __ldcg(in) + __ldcs(in);
	__stcg(out, 1.0f);
	__stcs(out + 1, 1.0f);
	memset(out, 0, 16);
	memcpy(out + 4, in, 16);
	out[5] = __isShared(dynamic) + __isGlobal(in) + __isLocal(out);
	out[6] = (float)__cvta_generic_to_shared(tile);
}

KERNEL barriers(int *out)
{
	__syncthreads();
	out[0] = __syncthreads_count(out[1]) + __syncthreads_and(out[2]) + __syncthreads_or(out[3]);
	__syncwarp();
	__syncwarp(0xffu);
	__threadfence();
	__threadfence_block();
	__threadfence_system();
}

KERNEL warps(int *i, unsigned *u, float *f, long long *ll, unsigned long long *ull, double *d, long *l)
{
	const unsigned all = 0xffffffffu;
	int predicate;

	i[0] = __shfl_sync(all, i[1], 3) + __shfl_up_sync(all, i[1], 1) + __shfl_down_sync(all, i[1], 2, 16);
	i[1] = __shfl_xor_sync(all, i[1], 16);
	u[0] = __shfl_sync(all, u[1], 3) + __shfl_xor_sync(all, u[1], 4, 8);
	f[0] = __shfl_down_sync(all, f[0], 16) + __shfl_up_sync(all, f[0], 1) + __shfl_sync(all, f[0], 0);
	ll[0] = __shfl_sync(all, ll[0], 1);
	ull[0] = __shfl_up_sync(all, ull[0], 1);
	l[0] = __shfl_down_sync(all, l[0], 1);
	d[0] = __shfl_xor_sync(all, d[0], 1);
	i[2] = __all_sync(all, i[0]) + __any_sync(all, i[0]) + __uni_sync(all, i[0]);
	u[1] = __ballot_sync(all, i[0] > 3) + __activemask();
	u[2] = __match_any_sync(all, i[0]) + __match_any_sync(all, ull[0]) + __match_all_sync(all, u[0], &predicate);
	i[3] = predicate;
#if __CUDA_ARCH__ >= 800 || (defined(__clang__) && !defined(WARPBOOK_PROGRAM))
	i[4] = __reduce_add_sync(all, i[0]) + __reduce_max_sync(all, i[0]);
	u[4] = __reduce_and_sync(all, u[0]) + __reduce_min_sync(all, u[0]);
#endif
}

KERNEL atomics(int *i, unsigned *u, float *f, unsigned long long *ull, double *d, long long *ll)
{
	i[1] = atomicAdd(i, 1) + atomicSub(i, 1) + atomicExch(i, 1) + atomicMin(i, 1) + atomicMax(i, 1);
	i[2] = atomicAnd(i, 1) + atomicOr(i, 1) + atomicXor(i, 1) + atomicCAS(i, 0, 1);
	u[1] = atomicAdd(u, 1u) + atomicSub(u, 1u) + atomicExch(u, 1u) + atomicMin(u, 1u) + atomicMax(u, 1u);
	u[2] = atomicAnd(u, 1u) + atomicOr(u, 1u) + atomicXor(u, 1u) + atomicCAS(u, 0u, 1u);
	u[3] = atomicInc(u, 5u) + atomicDec(u, 5u);
	f[1] = atomicAdd(f, 1.0f) + atomicExch(f, 2.0f);
	d[1] = atomicAdd(d, 1.0);
	ull[1] = atomicAdd(ull, 1ull) + atomicExch(ull, 1ull) + atomicCAS(ull, 0ull, 1ull) + atomicMin(ull, 1ull);
	ull[2] = atomicMax(ull, 1ull) + atomicAnd(ull, 1ull) + atomicOr(ull, 1ull) + atomicXor(ull, 1ull);
	ll[1] = atomicMin(ll, 1ll) + atomicMax(ll, 1ll);
	atomicAdd(&counter, 1);
}

KERNEL integers(int *i, unsigned *u, long long *ll, unsigned long long *ull)
{
	i[0] = __popc(u[0]) + __popcll(ull[0]) + __clz(i[0]) + __clzll(ll[0]) + __ffs(i[0]) + __ffsll(ll[0]);
	u[0] = __brev(u[0]) + (unsigned)__brevll(ull[0]) + __byte_perm(u[0], u[1], 0x3210);
	u[1] = __funnelshift_l(u[0], u[1], 3) + __funnelshift_r(u[0], u[1], 3) + __funnelshift_lc(u[0], u[1], 40) +
	       __funnelshift_rc(u[0], u[1], 40);
	i[1] = __mul24(i[0], i[1]) + __mulhi(i[0], i[1]) + __hadd(i[0], i[1]) + __rhadd(i[0], i[1]);
	u[2] = __umul24(u[0], u[1]) + __umulhi(u[0], u[1]) + __sad(i[0], i[1], u[0]) + __usad(u[0], u[1], u[2]) +
	       __uhadd(u[0], u[1]) + __urhadd(u[0], u[1]);
	ll[0] = __mul64hi(ll[0], ll[1]);
	ull[0] = __umul64hi(ull[0], ull[1]);
	i[2] = __dp4a(i[0], i[1], i[2]);
	u[3] = __dp4a(u[0], u[1], u[2]);
	i[3] = min(i[0], i[1]) + max(i[0], 3) + abs(i[0]) + INT_MAX;
	u[4] = min(u[0], u[1]) + max(u[0], 3u) + min(u[0], i[0]) + max(i[0], u[0]) + UINT_MAX;
	ll[1] = min(ll[0], ll[1]) + max(ll[0], ll[1]) + llabs(ll[0]) + abs(ll[0]) + LLONG_MAX;
	ull[1] = min(ull[0], ull[1]) + max(ull[0], ull[1]);
	i[4] = recursive(i[0]) + (int)sizeof(int64_t) + (int)sizeof(size_t) + (int)sizeof(uint8_t);
}

KERNEL conversions(int *i, unsigned *u, float *f, double *d, long long *ll, unsigned long long *ull)
{
	i[0] = __float_as_int(f[0]) + __float2int_rn(f[0]) + __float2int_rz(f[0]) + __float2int_rd(f[0]) +
	       __float2int_ru(f[0]) + __double2int_rn(d[0]) + __double2int_rz(d[0]) + __double2hiint(d[0]) +
	       __double2loint(d[0]);
	u[0] = __float_as_uint(f[0]) + __float2uint_rn(f[0]) + __float2uint_rz(f[0]) + __double2uint_rz(d[0]);
	f[0] = __int_as_float(i[0]) + __uint_as_float(u[0]) + __int2float_rn(i[0]) + __int2float_rz(i[0]) +
	       __uint2float_rn(u[0]) + __ll2float_rn(ll[0]) + __ull2float_rn(ull[0]) + __double2float_rn(d[0]) +
	       __double2float_rz(d[0]);
	d[0] = __longlong_as_double(ll[0]) + __int2double_rn(i[0]) + __uint2double_rn(u[0]) + __ll2double_rn(ll[0]) +
	       __ull2double_rn(ull[0]) + __hiloint2double(i[0], i[1]);
	ll[0] = __double_as_longlong(d[0]) + __float2ll_rn(f[0]) + __float2ll_rz(f[0]) + __double2ll_rn(d[0]) +
		__double2ll_rz(d[0]);
	ull[0] = __float2ull_rz(f[0]) + __double2ull_rz(d[0]);
	i[1] = (int)f[0] + (int)d[0] + (unsigned char)f[1];
}

KERNEL rounded(float *f, double *d)
{
	f[0] = __fadd_rn(f[0], f[1]) + __fsub_rn(f[0], f[1]) + __fmul_rn(f[0], f[1]) + __fmaf_rn(f[0], f[1], f[2]) +
	       __fdiv_rn(f[0], f[1]) + __frcp_rn(f[0]) + __fsqrt_rn(f[0]) + __frsqrt_rn(f[0]);
	f[1] = __fadd_rz(f[0], f[1]) + __fadd_rd(f[0], f[1]) + __fadd_ru(f[0], f[1]) + __fmul_rz(f[0], f[1]) +
	       __fmaf_rz(f[0], f[1], f[2]) + __fdiv_ru(f[0], f[1]) + __fsqrt_rd(f[0]) + __frcp_rz(f[0]);
	d[0] = __dadd_rn(d[0], d[1]) + __dsub_rn(d[0], d[1]) + __dmul_rn(d[0], d[1]) + __fma_rn(d[0], d[1], d[2]) +
	       __ddiv_rn(d[0], d[1]) + __drcp_rn(d[0]) + __dsqrt_rn(d[0]) + __dadd_rz(d[0], d[1]);
}

KERNEL fast(float *f)
{
	float s, c;

	__sincosf(f[0], &s, &c);
	f[0] = __sinf(f[0]) + __cosf(f[0]) + __tanf(f[0]) + __expf(f[0]) + __exp10f(f[0]) + __logf(f[0]) +
	       __log2f(f[0]) + __log10f(f[0]) + __powf(f[0], f[1]) + __fdividef(f[0], f[1]) + __saturatef(f[0]) + s + c;
	f[1] = rsqrtf(f[0]) + fdividef(f[0], f[1]);
}

KERNEL math_float(float *f)
{
	float x = f[0], y = f[1], s, c;

	int exponent;

	sincosf(x, &s, &c);
	f[2] = sqrtf(x) + fabsf(x) + floorf(x) + ceilf(x) + truncf(x) + rintf(x) + nearbyintf(x) + roundf(x) +
	       fminf(x, y) + fmaxf(x, y) + fmaf(x, y, x) + copysignf(x, y) + fdimf(x, y);
	f[3] = sinf(x) + cosf(x) + tanf(x) + asinf(x) + acosf(x) + atanf(x) + atan2f(x, y) + sinhf(x) + coshf(x) +
	       tanhf(x) + asinhf(x) + acoshf(x) + atanhf(x) + s + c;
	f[4] = expf(x) + exp2f(x) + exp10f(x) + expm1f(x) + logf(x) + log2f(x) + log10f(x) + log1pf(x) + powf(x, y) +
	       cbrtf(x) + hypotf(x, y) + fmodf(x, y) + remainderf(x, y) + erff(x) + erfcf(x) + tgammaf(x) + lgammaf(x) +
	       sinpif(x) + cospif(x) + rhypotf(x, y) + norm3df(x, y, x);
	f[5] = sqrt(x) + fabs(x) + abs(x) + floor(x) + sin(x) + cos(x) + exp(x) + log(x) + pow(x, y) + min(x, y) +
	       max(x, y) + std::sqrt(x) + std::sin(x) + std::fabs(x) + std::pow(x, y) + std::floor(x) + std::abs(x) +
	       std::exp(x) + fmin(x, y) + tanh(x) + atan2(x, y);
	f[6] = isnan(x) + isinf(x) + isfinite(x) + signbit(x) + std::isnan(x) + (float)lroundf(x) + (float)lrintf(x) +
	       (float)llrintf(x);
	f[7] = INFINITY + NAN + FLT_MAX + FLT_EPSILON + FLT_MIN + (float)M_PI + out_of_line(x) + both(x);
	f[8] = x / y + max(x, 2.0) + (float)pow(x, 2);
	f[9] = ldexpf(x, 2) + (float)ldexp((double)x, 3) + std::ldexp(x, 1) + scalbnf(x, 2) + (float)scalbn((double)x, 2) +
	       frexpf(x, &exponent) + (float)frexp((double)x, &exponent) + (float)(ilogbf(x) + ilogb((double)x) + exponent);
}

KERNEL math_double(double *d)
{
	double x = d[0], y = d[1], s, c;

	sincos(x, &s, &c);
	d[2] = sqrt(x) + fabs(x) + floor(x) + ceil(x) + trunc(x) + rint(x) + nearbyint(x) + round(x) + fmin(x, y) +
	       fmax(x, y) + fma(x, y, x) + copysign(x, y) + fdim(x, y) + rsqrt(x) + min(x, y) + max(x, y) + abs(x);
	d[3] = sin(x) + cos(x) + tan(x) + asin(x) + acos(x) + atan(x) + atan2(x, y) + sinh(x) + cosh(x) + tanh(x) +
	       exp(x) + exp2(x) + exp10(x) + expm1(x) + log(x) + log2(x) + log10(x) + log1p(x) + pow(x, y) + pow(x, 2) +
	       cbrt(x) + hypot(x, y) + fmod(x, y) + remainder(x, y) + erf(x) + erfc(x) + tgamma(x) + lgamma(x) + s + c +
	       sinpi(x) + cospi(x) + asinh(x) + acosh(x) + atanh(x);
	d[4] = isnan(x) + isinf(x) + isfinite(x) + signbit(x) + (double)lround(x) + (double)llround(x) + DBL_MAX +
	       HUGE_VAL + x / y;
}

KERNEL talk(int n, float x, const char *word)
{
	printf("thread %d of %d: %f %s %lld %%\n", (int)threadIdx.x, n, x, word, (long long)n);
	printf("no arguments\n");
	assert(n > 0);
	assert(n > 1 && "a reason");
	if (n > 1000)
		__trap();
	if (clock() == 0 && clock64() == 0)
		__nanosleep(100);
}

KERNEL heap(int **out) { out[0] = (int *)malloc(16); free(out[0]); }

#ifndef __CUDACC_RTC__
static void check(cudaError_t error)
{
	if (error != cudaSuccess)
		printf("%s\n", cudaGetErrorString(error));
}

int main()
{
	float *p;
	cudaEvent_t start, stop;
	float ms;
	dim3 grid(4, 4), block(32);

	check(cudaMalloc(&p, 1024));
	check(cudaMallocManaged(&p, 1024));
	check(cudaMemset(p, 0, 1024));
	check(cudaEventCreate(&start));
	check(cudaEventCreate(&stop));
	check(cudaEventRecord(start));
	math_float<<<1, 32>>>(p);
	math_float<<<grid, block, 0, 0>>>(p);
	templated<float, 4><<<1, 1>>>(p);
	check(cudaGetLastError());
	check(cudaEventRecord(stop));
	check(cudaEventSynchronize(stop));
	check(cudaEventElapsedTime(&ms, start, stop));
	check(cudaMemcpy(p, p, 1024, cudaMemcpyDeviceToHost));
	check(cudaDeviceSynchronize());
	check(cudaFree(p));
	printf("%f %f\n", both(2.0f), sinf(2.0f));
	exit(0);
}
#endif
