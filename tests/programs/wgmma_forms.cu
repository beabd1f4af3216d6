// wgmma: matrices in shared memory in every layout that a descriptor can name, operands in registers, the types, scales and groups.
// All numbers are small integers, so that no rounding is involved; the host checks each element.
// needs: nvcc (no other compiler has been tried)
// options: -arch=sm_90a
#include <cstdio>
#include <cstdlib>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		cudaError_t error = (call); \
		if (error != cudaSuccess) { \
			printf("line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
			exit(1); \
		} \
	} while (0)

typedef unsigned long long u64;

// Where 16 bits of a 16-deep operand lie: the rows of k together (k-major) or the longer side (mn-major), with a swizzle of `span` bytes.
struct layout { bool mn; int span, step; };

__host__ __device__ constexpr int mask_of(int span) { return span < 32 ? 0 : span / 16 - 1; }

// The offset in bytes of element k of row `row`.
__device__ unsigned place(layout l, int row, int k)
{
	unsigned at;

	if (l.mn && l.span == 16)
		at = row / 8 * 256 + k / 8 * 128 + k % 8 * 16 + row % 8 * 2;
	else if (l.mn)
		at = row / (l.span / 2) * (2 * 8 * l.span) + k / 8 * (8 * l.span) + k % 8 * l.span + row % (l.span / 2) * 2;
	else if (l.span == 16)
		at = row / 8 * 256 + k / 8 * 128 + row % 8 * 16 + k % 8 * 2;
	else
		at = row / 8 * (8 * l.span) + row % 8 * l.span + (16 * l.step + k) * 2;
	return at ^ (at >> 7 & mask_of(l.span)) << 4;
}

__device__ u64 descriptor(const void *p, layout l)
{
	unsigned leading, stride, start = (unsigned)__cvta_generic_to_shared(p) + (l.mn ? 0 : 32 * l.step);
	u64 mode = l.span == 128 ? 1 : l.span == 64 ? 2 : l.span == 32 ? 3 : 0;

	if (l.span == 16) {
		leading = 128;
		stride = 256;
	} else {
		leading = l.mn ? 2 * 8 * l.span : 16;
		stride = 8 * l.span;
	}
	return (u64)(start & 0x3ffff) >> 4 | (u64)(leading >> 4) << 16 | (u64)(stride >> 4) << 32 | mode << 62;
}

__device__ void before() { asm volatile("wgmma.fence.sync.aligned;" : : : "memory"); }

__device__ void after()
{
	asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" : : : "memory");
}

#define F8(d, i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3]), "+f"(d[i + 4]), "+f"(d[i + 5]), "+f"(d[i + 6]), "+f"(d[i + 7])
#define LIST32 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, " \
	"%24, %25, %26, %27, %28, %29, %30, %31}"

template <int TA, int TB, int SA, int SB>
__device__ void multiply(float d[32], u64 a, u64 b, int adds)
{
	asm volatile("{\n.reg .pred p;\nsetp.ne.s32 p, %34, 0;\n"
		     "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 " LIST32 ", %32, %33, p, %35, %36, %37, %38;\n}"
		     : F8(d, 0), F8(d, 8), F8(d, 16), F8(d, 24)
		     : "l"(a), "l"(b), "r"(adds), "n"(SA), "n"(SB), "n"(TA), "n"(TB));
}

__device__ void spread(float *out, const float d[32])
{
	int warp = threadIdx.x / 32, g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;

	for (int i = 0; i < 32; i++)
		out[(16 * warp + g + 8 * (i / 2 % 2)) * 64 + 8 * (i / 4) + 2 * t + i % 2] = d[i];
}

// out = a b, 64 x 16 times 16 x 64.
template <bool MA, bool MB>
__global__ void __launch_bounds__(128) by_layout(float *out, const __half *a, const __half *b, int span_a, int span_b, int step_a, int step_b)
{
	__shared__ __align__(1024) unsigned char ta[8192], tb[8192];
	layout la = { MA, span_a, step_a }, lb = { MB, span_b, step_b };
	float d[32];

	for (int k = threadIdx.x; k < 64 * 16; k += 128) {
		*(__half *)(ta + place(la, k / 16, k % 16)) = a[k];
		*(__half *)(tb + place(lb, k / 16, k % 16)) = b[k % 16 * 64 + k / 16];
	}
	asm volatile("fence.proxy.async;" : : : "memory");
	__syncthreads();
	for (int i = 0; i < 32; i++)
		d[i] = 1e30f; // the product does not add to it
	before();
	multiply<MA, MB, 1, 1>(d, descriptor(ta, la), descriptor(tb, lb), 0);
	after();
	spread(out, d);
}

// 3 a b - ... by scales, and two groups in flight.
__global__ void __launch_bounds__(128) by_groups(float *out, const __half *a, const __half *b)
{
	__shared__ __align__(1024) unsigned char ta[2048], tb[2048];
	layout l = { false, 32, 0 };
	float d[32], e[32];

	for (int k = threadIdx.x; k < 64 * 16; k += 128) {
		*(__half *)(ta + place(l, k / 16, k % 16)) = a[k];
		*(__half *)(tb + place(l, k / 16, k % 16)) = b[k % 16 * 64 + k / 16];
	}
	asm volatile("fence.proxy.async;" : : : "memory");
	__syncthreads();
	for (int i = 0; i < 32; i++)
		d[i] = 5, e[i] = 7;
	before();
	multiply<0, 0, 1, 1>(d, descriptor(ta, l), descriptor(tb, l), 1);
	multiply<0, 0, 1, 1>(d, descriptor(ta, l), descriptor(tb, l), 1);
	asm volatile("wgmma.commit_group.sync.aligned;" : : : "memory");
	multiply<0, 0, -1, 1>(e, descriptor(ta, l), descriptor(tb, l), 1);
	asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 1;" : : : "memory");
	for (int i = 0; i < 32; i++)
		d[i] *= 2;
	asm volatile("wgmma.wait_group.sync.aligned 0;" : : : "memory");
	for (int i = 0; i < 32; i++)
		d[i] += e[i];
	spread(out, d);
}

// A in registers, m64n8k16: sums in float of half and bfloat16, and in half.
__global__ void __launch_bounds__(128) by_registers(float *out, const __half *a, const __half *b)
{
	__shared__ __align__(1024) unsigned char tb[256];
	__shared__ __align__(1024) unsigned char tc[256];
	layout l = { false, 32, 0 };
	int warp = threadIdx.x / 32, g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
	float d[4] = { 1, 2, 3, 4 }, e[4] = { 0, 0, 0, 0 };
	unsigned x[4], y[4], h[2] = { 0x3c003c00, 0x40004000 }; // 1, 1, 2, 2

	for (int k = threadIdx.x; k < 8 * 16; k += 128) {
		*(__half *)(tb + place(l, k / 16, k % 16)) = b[k % 16 * 64 + k / 16];
		*(__nv_bfloat16 *)(tc + place(l, k / 16, k % 16)) = __float2bfloat16(__half2float(b[k % 16 * 64 + k / 16]));
	}
	for (int r = 0; r < 4; r++) {
		const __half *from = a + (16 * warp + g + 8 * (r % 2)) * 16 + 2 * t + 8 * (r / 2);
		__nv_bfloat162 both = __floats2bfloat162_rn(__half2float(from[0]), __half2float(from[1]));

		x[r] = *(const unsigned *)from;
		y[r] = *(unsigned *)&both;
	}
	asm volatile("fence.proxy.async;" : : : "memory");
	__syncthreads();
	before();
	asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, 1, 1, 1, 0;"
		     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(descriptor(tb, l)));
	asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, 0, 1, -1, 0;"
		     : "+f"(e[0]), "+f"(e[1]), "+f"(e[2]), "+f"(e[3]) : "r"(y[0]), "r"(y[1]), "r"(y[2]), "r"(y[3]), "l"(descriptor(tc, l)));
	asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, %6, 1, 1, 1, 0;"
		     : "+r"(h[0]), "+r"(h[1]) : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(descriptor(tb, l)));
	after();
	for (int i = 0; i < 4; i++) {
		__half2 both = *(__half2 *)&h[i / 2];
		float *to = out + (16 * warp + g + 8 * (i / 2)) * 64 + 2 * t + i % 2;

		to[0] = d[i];
		to[8] = e[i];
		to[16] = __half2float(i % 2 ? both.y : both.x);
	}
}

// tf32, whose lower 13 bits do not count, and 8-bit integers.
__global__ void __launch_bounds__(128) by_types(float *out, const __half *a, const __half *b)
{
	__shared__ __align__(1024) unsigned char ta[2048], tb[256], tc[2048], td[256];
	layout l = { false, 32, 0 };
	int warp = threadIdx.x / 32, g = threadIdx.x % 32 / 4, t = threadIdx.x % 4, n[4] = { 10, 20, 30, 40 }, m[4] = { 0, 0, 0, 0 };
	float d[4] = { 0, 0, 0, 0 };
	unsigned x[4];

	for (int k = threadIdx.x; k < 64 * 8; k += 128)
		*(float *)(ta + place(l, k / 8, k % 8 * 2)) = __uint_as_float(__float_as_uint(__half2float(a[k / 8 * 16 + k % 8])) | 0xfff);
	for (int k = threadIdx.x; k < 8 * 8; k += 128)
		*(float *)(tb + place(l, k / 8, k % 8 * 2)) = __half2float(b[k % 8 * 64 + k / 8]);
	for (int k = threadIdx.x; k < 64 * 32; k += 128)
		tc[place(l, k / 32, k % 32 / 2) | k % 2] = (unsigned char)(k % 32 * 7 - k / 32);
	for (int k = threadIdx.x; k < 8 * 32; k += 128)
		td[place(l, k / 32, k % 32 / 2) | k % 2] = (unsigned char)(k % 32 * 3 + k / 32 * 11);
	for (int r = 0; r < 4; r++) {
		int row = 16 * warp + g + 8 * (r % 2), k = 4 * t + 16 * (r / 2);

		x[r] = 0;
		for (int i = 0; i < 4; i++)
			x[r] |= (unsigned)(unsigned char)((k + i) * 7 - row) << 8 * i;
	}
	asm volatile("fence.proxy.async;" : : : "memory");
	__syncthreads();
	before();
	asm volatile("wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%0, %1, %2, %3}, %4, %5, 1, 1, 1;"
		     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(descriptor(ta, l)), "l"(descriptor(tb, l)));
	asm volatile("wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.u8 {%0, %1, %2, %3}, %4, %5, 1;"
		     : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "l"(descriptor(tc, l)), "l"(descriptor(td, l)));
	asm volatile("wgmma.mma_async.sync.aligned.m64n8k32.s32.u8.s8 {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, 0;"
		     : "+r"(m[0]), "+r"(m[1]), "+r"(m[2]), "+r"(m[3]) : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(descriptor(td, l)));
	after();
	for (int i = 0; i < 4; i++) {
		float *to = out + (16 * warp + g + 8 * (i / 2)) * 64 + 2 * t + i % 2;

		to[0] = d[i];
		to[8] = (float)n[i];
		to[16] = (float)m[i];
	}
}

static __half *a, *b;
static float *out, got[64 * 64], fa[64 * 16], fb[16 * 64], ab[64 * 64];

static int differ(float (*want)(int row, int column), int columns)
{
	int wrong = 0;

	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
	for (int k = 0; k < 64 * 64; k++)
		if (k % 64 < columns && got[k] != want(k / 64, k % 64) && wrong++ < 3)
			printf("[%d][%d] is %g, not %g\n", k / 64, k % 64, got[k], want(k / 64, k % 64));
	return wrong;
}

static float plain(int row, int column) { return ab[row * 64 + column]; }
static float grouped(int row, int column) { return 2 * (5 + 2 * ab[row * 64 + column]) + 7 - ab[row * 64 + column]; }

static float registers(int row, int column)
{
	float p = ab[row * 64 + column % 8];
	int i = row / 8 % 2 * 2 + column % 2;

	return column < 8 ? p + i + 1 : column < 16 ? -p : p + i / 2 + 1;
}

static float types(int row, int column)
{
	int n = column % 8, i = row / 8 % 2 * 2 + n % 2, sum = column < 16 ? 10 * (i + 1) : 0;
	float f = 0;

	for (int k = 0; column < 8 && k < 8; k++)
		f += fa[row * 16 + k] * fb[k * 64 + n];
	for (int k = 0; k < 32; k++) {
		unsigned char x = (unsigned char)(k * 7 - row), y = (unsigned char)(k * 3 + n * 11);

		sum += column < 16 ? (signed char)x * (int)y : (int)x * (signed char)y;
	}
	return column < 8 ? f : (float)sum;
}

static void try_layouts(bool ma, bool mb)
{
	static const int spans[] = { 16, 32, 64, 128 };

	for (int sa : spans)
		for (int sb : spans) {
			int ka = ma ? 0 : sa / 32 - 1, kb = mb ? 0 : sb / 32 - 1;

			ka = ka < 0 ? 0 : ka, kb = kb < 0 ? 0 : kb;
			CHECK(cudaMemset(out, 0, sizeof got));
			if (ma && mb)
				by_layout<true, true><<<1, 128>>>(out, a, b, sa, sb, ka, kb);
			else if (ma)
				by_layout<true, false><<<1, 128>>>(out, a, b, sa, sb, ka, kb);
			else if (mb)
				by_layout<false, true><<<1, 128>>>(out, a, b, sa, sb, ka, kb);
			else
				by_layout<false, false><<<1, 128>>>(out, a, b, sa, sb, ka, kb);
			printf("a %s-major %3d, b %s-major %3d: %d wrong\n", ma ? "m" : "k", sa, mb ? "n" : "k", sb, differ(plain, 64));
		}
}

int main()
{
	__half ha[64 * 16], hb[16 * 64];

	for (int k = 0; k < 64 * 16; k++) {
		fa[k] = (float)(k * 37 % 23 - 11);
		fb[k] = (float)(k * 29 % 19 - 9);
		ha[k] = __float2half(fa[k]);
		hb[k] = __float2half(fb[k]);
	}
	for (int k = 0; k < 64 * 64; k++)
		for (int i = 0; i < 16; i++)
			ab[k] += fa[k / 64 * 16 + i] * fb[i * 64 + k % 64];
	CHECK(cudaMalloc(&a, sizeof ha));
	CHECK(cudaMalloc(&b, sizeof hb));
	CHECK(cudaMalloc(&out, sizeof got));
	CHECK(cudaMemcpy(a, ha, sizeof ha, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(b, hb, sizeof hb, cudaMemcpyHostToDevice));
	try_layouts(false, false);
	try_layouts(false, true);
	try_layouts(true, false);
	try_layouts(true, true);
	by_groups<<<1, 128>>>(out, a, b);
	printf("groups and scales: %d wrong\n", differ(grouped, 64));
	by_registers<<<1, 128>>>(out, a, b);
	printf("a in registers: %d wrong\n", differ(registers, 24));
	by_types<<<1, 128>>>(out, a, b);
	printf("tf32 and 8-bit integers: %d wrong\n", differ(types, 24));
	CHECK(cudaFree(a));
	CHECK(cudaFree(b));
	CHECK(cudaFree(out));
	return 0;
}
