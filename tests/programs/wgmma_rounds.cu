// wgmma: how sums of products are rounded, over a wide range of exponents: the bits of all results, as sums, for each type.
// needs: nvcc (no other compiler has been tried)
// options: -arch=sm_90a
#include <cstdio>
#include <cstdlib>
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

// Both operands have rows of 32 bytes (16 numbers of 16 bits, 8 of 32), in core matrices of 8 rows x 16 bytes, without a swizzle.
__device__ unsigned place(int row, int byte) { return row / 8 * 256 + byte / 16 * 128 + row % 8 * 16 + byte % 16; }

__device__ u64 descriptor(const void *p)
{
	unsigned start = (unsigned)__cvta_generic_to_shared(p);

	return (u64)(start & 0x3ffff) >> 4 | (u64)(128 >> 4) << 16 | (u64)(256 >> 4) << 32;
}

enum { HALF, BFLOAT, TF32, HALF_SUMS };

template <int KIND>
__device__ void multiply(unsigned d[4], u64 a, u64 b)
{
	if (KIND == HALF)
		asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
			     : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]) : "l"(a), "l"(b));
	else if (KIND == BFLOAT)
		asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
			     : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]) : "l"(a), "l"(b));
	else if (KIND == TF32)
		asm volatile("wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%0, %1, %2, %3}, %4, %5, 1, 1, 1;"
			     : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]) : "l"(a), "l"(b));
	else
		asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {%0, %1}, %2, %3, 1, 1, 1, 0, 0;"
			     : "+r"(d[0]), "+r"(d[1]) : "l"(a), "l"(b));
}

__device__ unsigned random_bits(unsigned x)
{
	x ^= x >> 16, x *= 0x7feb352du, x ^= x >> 15, x *= 0x846ca68bu;
	return x ^ x >> 16;
}

// A number of either sign whose exponent is within `range` of 1's, as 16 or 32 bits.
template <int KIND>
__device__ unsigned number(unsigned seed, int range)
{
	unsigned x = random_bits(seed);
	int exponent = (int)(x >> 8) % (2 * range + 1) - range;

	if (KIND == TF32)
		return (x & 0x807fffff) | (unsigned)(127 + exponent) << 23;
	if (KIND == BFLOAT)
		return (x & 0x807f) | (unsigned)(127 + exponent) << 7;
	return (x & 0x83ff) | (unsigned)(15 + exponent) << 10;
}

template <int KIND>
__global__ void __launch_bounds__(128) rounds(unsigned *out, int range, int times)
{
	__shared__ __align__(128) unsigned char a[64 * 32], b[8 * 32];
	const int bytes = KIND == TF32 ? 4 : 2, deep = 32 / bytes;
	unsigned d[4] = { 0, 0, 0, 0 };

	for (int t = 0; t < times; t++) {
		__syncthreads();
		for (int k = threadIdx.x; k < 72 * deep; k += 128) {
			unsigned x = number<KIND>(blockIdx.x * 100003 + t * 1009 + k * 7 + KIND, range);
			unsigned char *to = k < 64 * deep ? a + place(k / deep, k % deep * bytes) : b + place(k / deep - 64, k % deep * bytes);

			if (bytes == 4)
				*(unsigned *)to = x;
			else
				*(unsigned short *)to = x;
		}
		asm volatile("fence.proxy.async;" : : : "memory");
		__syncthreads();
		asm volatile("wgmma.fence.sync.aligned;" : : : "memory");
		multiply<KIND>(d, descriptor(a), descriptor(b));
		asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" : : : "memory");
	}
	for (int i = 0; i < 4; i++)
		out[(blockIdx.x * 128 + threadIdx.x) * 4 + i] = d[i];
}

template <int KIND>
static void show(const char *name, unsigned *out)
{
	static unsigned bits[16 * 128 * 4];
	static const int ranges[] = { 0, 2, 4, 7 };

	for (int range : ranges)
		for (int times = 1; times <= 4; times += 3) {
			unsigned sum = 2166136261u;

			rounds<KIND><<<16, 128>>>(out, range, times);
			CHECK(cudaDeviceSynchronize());
			CHECK(cudaMemcpy(bits, out, sizeof bits, cudaMemcpyDeviceToHost));
			for (unsigned x : bits)
				sum = (sum ^ x) * 16777619u;
			printf("%s, exponents within %d, %d products: %08x, first %08x %08x\n", name, range, times, sum, bits[0], bits[1]);
		}
}

int main()
{
	unsigned *out;

	CHECK(cudaMalloc(&out, 16 * 128 * 4 * sizeof(unsigned)));
	show<HALF>("f16", out);
	show<BFLOAT>("bf16", out);
	show<TF32>("tf32", out);
	show<HALF_SUMS>("f16 with sums in f16", out);
	CHECK(cudaFree(out));
	return 0;
}
