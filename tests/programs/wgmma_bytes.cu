// wgmma with integers of 8 bits: all pairs of signs, sums that wrap and sums that stop at the ends, A in shared memory and in registers;
// and tf32 with A in registers. The host computes each element.
// needs: nvcc (no other compiler has been tried)
// options: -arch=sm_90a
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
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

enum { ROWS = 64, COLUMNS = 16, DEEP = 32 }; // bytes along k

// Both operands have rows of 32 bytes along k, in core matrices of 8 rows x 16 bytes, without a swizzle.
__device__ unsigned place(int row, int k) { return row / 8 * 256 + k / 16 * 128 + row % 8 * 16 + k % 16; }

__device__ u64 descriptor(const void *p)
{
	unsigned start = (unsigned)__cvta_generic_to_shared(p);

	return (u64)(start & 0x3ffff) >> 4 | (u64)(128 >> 4) << 16 | (u64)(256 >> 4) << 32;
}

#define D8 "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]), "+r"(d[6]), "+r"(d[7])
#define L8 "{%0, %1, %2, %3, %4, %5, %6, %7}"
#define MULTIPLY(types, scales) \
	if (in_registers) \
		asm volatile("wgmma.mma_async.sync.aligned." types " " L8 ", {%8, %9, %10, %11}, %12, 1" scales ";" \
			     : D8 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b)); \
	else \
		asm volatile("wgmma.mma_async.sync.aligned." types " " L8 ", %8, %9, 1" scales ";" : D8 : "l"(a), "l"(b));

enum { TF32 = 8 }; // otherwise 1: B unsigned, 2: A unsigned, 4: saturating

template <int KIND, bool in_registers>
__device__ void multiply(unsigned d[8], u64 a, const unsigned x[4], u64 b)
{
	if (KIND == 0) {
		MULTIPLY("m64n16k32.s32.s8.s8", "")
	} else if (KIND == 1) {
		MULTIPLY("m64n16k32.s32.s8.u8", "")
	} else if (KIND == 2) {
		MULTIPLY("m64n16k32.s32.u8.s8", "")
	} else if (KIND == 3) {
		MULTIPLY("m64n16k32.s32.u8.u8", "")
	} else if (KIND == 4) {
		MULTIPLY("m64n16k32.satfinite.s32.s8.s8", "")
	} else if (KIND == 5) {
		MULTIPLY("m64n16k32.satfinite.s32.s8.u8", "")
	} else if (KIND == 6) {
		MULTIPLY("m64n16k32.satfinite.s32.u8.s8", "")
	} else if (KIND == 7) {
		MULTIPLY("m64n16k32.satfinite.s32.u8.u8", "")
	} else {
		MULTIPLY("m64n16k8.f32.tf32.tf32", ", -1, 1")
	}
}

template <int KIND, bool in_registers>
__global__ void __launch_bounds__(128) product(unsigned *out, const u8 *a, const u8 *b)
{
	__shared__ __align__(128) u8 ta[ROWS * DEEP], tb[COLUMNS * DEEP];
	const int size = KIND == TF32 ? 4 : 1, per = 4 / size;
	int warp = threadIdx.x / 32, g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
	unsigned d[8], x[4];

	for (int k = threadIdx.x; k < ROWS * DEEP; k += 128)
		ta[place(k / DEEP, k % DEEP)] = a[k];
	for (int k = threadIdx.x; k < COLUMNS * DEEP; k += 128)
		tb[place(k / DEEP, k % DEEP)] = b[k];
	for (int r = 0; r < 4; r++)
		x[r] = *(const unsigned *)(a + (16 * warp + g + 8 * (r % 2)) * DEEP + (t + 4 * (r / 2)) * per * size);
	for (int i = 0; i < 8; i++)
		d[i] = out[(16 * warp + g + 8 * (i / 2 % 2)) * COLUMNS + 8 * (i / 4) + 2 * t + i % 2];
	asm volatile("fence.proxy.async;" : : : "memory");
	__syncthreads();
	asm volatile("wgmma.fence.sync.aligned;" : : : "memory");
	multiply<KIND, in_registers>(d, descriptor(ta), x, descriptor(tb));
	asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" : : : "memory");
	for (int i = 0; i < 8; i++)
		out[(16 * warp + g + 8 * (i / 2 % 2)) * COLUMNS + 8 * (i / 4) + 2 * t + i % 2] = d[i];
}

static unsigned random_bits(unsigned x)
{
	x ^= x >> 16, x *= 0x7feb352du, x ^= x >> 15, x *= 0x846ca68bu;
	return x ^ x >> 16;
}

static u8 ha[ROWS * DEEP], hb[COLUMNS * DEEP];
static unsigned before[ROWS * COLUMNS], after[ROWS * COLUMNS];

static float tf32(const u8 *at)
{
	float f;

	memcpy(&f, at, 4);
	return f;
}

static unsigned element(int kind, const u8 *a, const u8 *b, unsigned c)
{
	long long sum = (int)c;
	float f;
	unsigned bits;

	if (kind == TF32) { // small integers: exact
		memcpy(&f, &c, 4);
		for (int k = 0; k < DEEP; k += 4)
			f -= tf32(a + k) * tf32(b + k);
		memcpy(&bits, &f, 4);
		return bits;
	}
	for (int k = 0; k < DEEP; k++)
		sum += (kind & 2 ? (int)a[k] : (signed char)a[k]) * (kind & 1 ? (int)b[k] : (signed char)b[k]);
	if (kind & 4)
		sum = sum > INT_MAX ? INT_MAX : sum < INT_MIN ? INT_MIN : sum;
	return (unsigned)sum;
}

template <int KIND, bool in_registers>
static int wrong(unsigned *out, u8 *a, u8 *b)
{
	int count = 0;

	for (int k = 0; k < ROWS * DEEP; k++)
		ha[k] = (u8)random_bits(k * 3 + KIND);
	for (int k = 0; k < COLUMNS * DEEP; k++)
		hb[k] = (u8)random_bits(k * 5 + KIND + 123457);
	for (int k = 0; k < ROWS * COLUMNS; k++)
		before[k] = k % 3 == 0 ? random_bits(k) : k % 3 == 1 ? INT_MAX - random_bits(k) % 10000 : INT_MIN + random_bits(k) % 10000;
	if (KIND == TF32) {
		for (int k = 0; k < ROWS * DEEP / 4; k++)
			((float *)ha)[k] = (float)((int)(random_bits(k) % 41) - 20);
		for (int k = 0; k < COLUMNS * DEEP / 4; k++)
			((float *)hb)[k] = (float)((int)(random_bits(k + 99) % 41) - 20);
		for (int k = 0; k < ROWS * COLUMNS; k++)
			((float *)before)[k] = (float)(k % 100);
	}
	CHECK(cudaMemcpy(a, ha, sizeof ha, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(b, hb, sizeof hb, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(out, before, sizeof before, cudaMemcpyHostToDevice));
	product<KIND, in_registers><<<1, 128>>>(out, a, b);
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(after, out, sizeof after, cudaMemcpyDeviceToHost));
	for (int k = 0; k < ROWS * COLUMNS; k++) {
		unsigned want = element(KIND, ha + k / COLUMNS * DEEP, hb + k % COLUMNS * DEEP, before[k]);

		if (want != after[k] && count++ < 2)
			printf("[%d][%d] is %08x, not %08x\n", k / COLUMNS, k % COLUMNS, after[k], want);
	}
	return count;
}

int main()
{
	unsigned *out;
	u8 *a, *b;

	CHECK(cudaMalloc(&a, sizeof ha));
	CHECK(cudaMalloc(&b, sizeof hb));
	CHECK(cudaMalloc(&out, sizeof before));
#define SHOW(kind, name) printf("%s: %d and %d wrong\n", name, wrong<kind, false>(out, a, b), wrong<kind, true>(out, a, b))
	SHOW(0, "s8 s8");
	SHOW(1, "s8 u8");
	SHOW(2, "u8 s8");
	SHOW(3, "u8 u8");
	SHOW(4, "s8 s8, saturated");
	SHOW(5, "s8 u8, saturated");
	SHOW(6, "u8 s8, saturated");
	SHOW(7, "u8 u8, saturated");
	SHOW(TF32, "tf32");
	CHECK(cudaFree(a));
	CHECK(cudaFree(b));
	CHECK(cudaFree(out));
	return 0;
}
