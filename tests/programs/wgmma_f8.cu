// wgmma with numbers of 8 bits (e4m3, e5m2): all pairs of types, sums in float and in half, A in shared memory and in registers. The host
// computes each element with the bits that Hopper keeps: products and the old sum are truncated 13 bits below the largest exponent,
// and so is their sum.
// needs: nvcc (no other compiler has been tried)
// options: -arch=sm_90a
#include <cmath>
#include <cstdio>
#include <cstdlib>
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
typedef unsigned char u8;

enum { ROWS = 64, COLUMNS = 24, DEEP = 32 };

// Both operands have rows of 32 bytes along k, in core matrices of 8 rows x 16 bytes, without a swizzle.
__device__ unsigned place(int row, int k) { return row / 8 * 256 + k / 16 * 128 + row % 8 * 16 + k % 16; }

__device__ u64 descriptor(const void *p)
{
	unsigned start = (unsigned)__cvta_generic_to_shared(p);

	return (u64)(start & 0x3ffff) >> 4 | (u64)(128 >> 4) << 16 | (u64)(256 >> 4) << 32;
}

#define D12(d) "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]), "+r"(d[6]), "+r"(d[7]), "+r"(d[8]), "+r"(d[9]), \
	"+r"(d[10]), "+r"(d[11])
#define D6(d) "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5])
#define L12 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11}"
#define L6 "{%0, %1, %2, %3, %4, %5}"

// The product with A's type TA and B's TB; A negated.
#define MULTIPLY(TA, TB) \
	if (half && in_registers) \
		asm volatile("wgmma.mma_async.sync.aligned.m64n24k32.f16." TA "." TB " " L6 ", {%6, %7, %8, %9}, %10, 1, -1, 1;" \
			     : D6(d) : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b)); \
	else if (half) \
		asm volatile("wgmma.mma_async.sync.aligned.m64n24k32.f16." TA "." TB " " L6 ", %6, %7, 1, -1, 1;" : D6(d) : "l"(a), "l"(b)); \
	else if (in_registers) \
		asm volatile("wgmma.mma_async.sync.aligned.m64n24k32.f32." TA "." TB " " L12 ", {%12, %13, %14, %15}, %16, 1, -1, 1;" \
			     : D12(d) : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b)); \
	else \
		asm volatile("wgmma.mma_async.sync.aligned.m64n24k32.f32." TA "." TB " " L12 ", %12, %13, 1, -1, 1;" : D12(d) : "l"(a), "l"(b));

template <int TYPES, bool half, bool in_registers>
__device__ void multiply(unsigned d[12], u64 a, const unsigned x[4], u64 b)
{
	if (TYPES == 0) {
		MULTIPLY("e4m3", "e4m3")
	} else if (TYPES == 1) {
		MULTIPLY("e4m3", "e5m2")
	} else if (TYPES == 2) {
		MULTIPLY("e5m2", "e4m3")
	} else {
		MULTIPLY("e5m2", "e5m2")
	}
}

// out holds the old sums, then the new ones; `times` products of the same operands.
template <int TYPES, bool half, bool in_registers>
__global__ void __launch_bounds__(128) product(float *out, const u8 *a, const u8 *b, int times)
{
	__shared__ __align__(128) u8 ta[ROWS * DEEP], tb[COLUMNS * DEEP];
	int warp = threadIdx.x / 32, g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
	unsigned d[12], x[4];

	for (int k = threadIdx.x; k < ROWS * DEEP; k += 128)
		ta[place(k / DEEP, k % DEEP)] = a[k];
	for (int k = threadIdx.x; k < COLUMNS * DEEP; k += 128)
		tb[place(k / DEEP, k % DEEP)] = b[k];
	for (int r = 0; r < 4; r++)
		x[r] = *(const unsigned *)(a + (16 * warp + g + 8 * (r % 2)) * DEEP + 4 * t + 16 * (r / 2));
	for (int i = 0; i < 12; i++) {
		float v = out[(16 * warp + g + 8 * (i / 2 % 2)) * COLUMNS + 8 * (i / 4) + 2 * t + i % 2];

		if (half)
			d[i / 2] = i % 2 ? d[i / 2] | (unsigned)__half_as_ushort(__float2half(v)) << 16 : __half_as_ushort(__float2half(v));
		else
			d[i] = __float_as_uint(v);
	}
	asm volatile("fence.proxy.async;" : : : "memory");
	__syncthreads();
	asm volatile("wgmma.fence.sync.aligned;" : : : "memory");
	for (int k = 0; k < times; k++)
		multiply<TYPES, half, in_registers>(d, descriptor(ta), x, descriptor(tb));
	asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" : : : "memory");
	for (int i = 0; i < 12; i++)
		out[(16 * warp + g + 8 * (i / 2 % 2)) * COLUMNS + 8 * (i / 4) + 2 * t + i % 2] =
			half ? __half2float(__ushort_as_half((unsigned short)(d[i / 2] >> i % 2 * 16))) : __uint_as_float(d[i]);
}

// ---- the host's part --------------------------------------------------------------------------------

// A number of 8 bits with `bits` fraction bits, and its exponent; 0 has none.
static double number(u8 x, int bits, int *exponent)
{
	int bias = bits == 3 ? 7 : 15, field = (x & 0x7f) >> bits;
	double v;

	*exponent = field ? field - bias : 1 - bias;
	v = ldexp((x & ((1 << bits) - 1)) + (field ? 1 << bits : 0), *exponent - bits);
	if (v == 0)
		*exponent = -1000;
	return x & 0x80 ? -v : v;
}

static int exponent_of(double v, int least) { return v == 0 ? -1000 : ilogb(v) < least ? least : ilogb(v); }

// Truncated to 13 fraction bits, or rounded to half.
static double result(double v, bool half)
{
	if (half)
		return __half2float(__double2half(v));
	return v == 0 ? 0 : ldexp(trunc(ldexp(v, 13 - ilogb(v))), ilogb(v) - 13);
}

static double element(const u8 *a, int bits_a, const u8 *b, int bits_b, double c, bool half)
{
	int ea[DEEP], eb[DEEP], most = exponent_of(c, half ? -14 : -126);
	double va[DEEP], vb[DEEP], sum = 0;

	for (int k = 0; k < DEEP; k++) {
		va[k] = -number(a[k], bits_a, &ea[k]);
		vb[k] = number(b[k], bits_b, &eb[k]);
		most = ea[k] + eb[k] > most ? ea[k] + eb[k] : most;
	}
	if (most <= -1000)
		return 0;
	for (int k = 0; k < DEEP; k++)
		sum += trunc(ldexp(va[k] * vb[k], 13 - most));
	return result(ldexp(sum + trunc(ldexp(c, 13 - most)), most - 13), half);
}

static unsigned random_bits(unsigned x)
{
	x ^= x >> 16, x *= 0x7feb352du, x ^= x >> 15, x *= 0x846ca68bu;
	return x ^ x >> 16;
}

// Numbers whose exponent field is within `range` of 1's; range 99: any number that is finite.
static u8 choose(unsigned seed, int bits, int range)
{
	unsigned x = random_bits(seed);
	int bias = bits == 3 ? 7 : 15, most = bits == 3 ? 15 : 30, field = bias + (int)(x >> 8) % (2 * range + 1) - range;

	if (range == 99)
		field = (int)((x >> 8) % (most + 1));
	x = (x & (0x80 | ((1u << bits) - 1))) | (unsigned)field << bits;
	return (x & 0x7f) == 0x7f ? x & 0x80 : (u8)x;
}

static u8 *a, *b;
static float *out;

template <int TYPES, bool half, bool in_registers>
static int wrong(int range, int times)
{
	static u8 ha[ROWS * DEEP], hb[COLUMNS * DEEP];
	static float before[ROWS * COLUMNS], after[ROWS * COLUMNS];
	int bits_a = TYPES < 2 ? 3 : 2, bits_b = TYPES % 2 ? 2 : 3, count = 0;

	for (int k = 0; k < ROWS * DEEP; k++)
		ha[k] = choose(k * 3 + range * 7001 + TYPES, bits_a, range);
	for (int k = 0; k < COLUMNS * DEEP; k++)
		hb[k] = choose(k * 5 + range * 9001 + TYPES + 123457, bits_b, range);
	for (int k = 0; k < ROWS * COLUMNS; k++)
		before[k] = (float)((int)(random_bits(k + range) % 4001) - 2000) / (1 << k % 12);
	CHECK(cudaMemcpy(a, ha, sizeof ha, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(b, hb, sizeof hb, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(out, before, sizeof before, cudaMemcpyHostToDevice));
	product<TYPES, half, in_registers><<<1, 128>>>(out, a, b, times);
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(after, out, sizeof after, cudaMemcpyDeviceToHost));
	for (int k = 0; k < ROWS * COLUMNS; k++) {
		double c = half ? (double)__half2float(__float2half(before[k])) : before[k];

		for (int i = 0; i < times; i++)
			c = element(ha + k / COLUMNS * DEEP, bits_a, hb + k % COLUMNS * DEEP, bits_b, c, half);
		if ((float)c != after[k] && count++ < 2)
			printf("[%d][%d] is %a, not %a\n", k / COLUMNS, k % COLUMNS, after[k], c);
	}
	return count;
}

template <int TYPES>
static void try_types(const char *names)
{
	static const int ranges[] = { 0, 2, 5, 99 };

	for (int range : ranges) {
		printf("%s, exponents %s %d:", names, range == 99 ? "of all" : "within", range);
		for (int times = 1; times <= 4; times += 3) {
			printf(" %d", wrong<TYPES, false, false>(range, times));
			printf(" %d", wrong<TYPES, false, true>(range, times));
			// A product of large numbers is no half.
			printf(" %d", range == 99 ? 0 : wrong<TYPES, true, false>(range, times));
			printf(" %d", range == 99 ? 0 : wrong<TYPES, true, true>(range, times));
		}
		printf(" wrong\n");
	}
}

int main()
{
	CHECK(cudaMalloc(&a, ROWS * DEEP));
	CHECK(cudaMalloc(&b, COLUMNS * DEEP));
	CHECK(cudaMalloc(&out, ROWS * COLUMNS * sizeof *out));
	try_types<0>("e4m3 e4m3");
	try_types<1>("e4m3 e5m2");
	try_types<2>("e5m2 e4m3");
	try_types<3>("e5m2 e5m2");
	CHECK(cudaFree(a));
	CHECK(cudaFree(b));
	CHECK(cudaFree(out));
	return 0;
}
