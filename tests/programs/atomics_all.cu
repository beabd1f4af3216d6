/*
 * Every atomic operation, with values that can be checked whatever the order: sums, extremes, bits, counters that wrap, exchanges, and a
 * product and a maximum of doubles by compare-and-swap.
 */
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		cudaError_t status = (call); \
		if (status != cudaSuccess) { \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

struct results {
	int sum, least, most, left;
	unsigned all, any, parity, wrapped, counted_down, tickets;
	unsigned long long wide;
	float single;
	double longest, product;
	int owner, exchanged;
};

__device__ double atomic_apply(double *at, double v, double (*apply)(double, double))
{
	unsigned long long *bits = (unsigned long long *)at, seen = atomicAdd(bits, 0), before;
	do {
		before = seen;
		seen = atomicCAS(bits, before, (unsigned long long)__double_as_longlong(apply(__longlong_as_double((long long)before), v)));
	} while (seen != before);
	return __longlong_as_double((long long)seen);
}

__device__ double greater(double a, double b) { return a > b ? a : b; }
__device__ double times(double a, double b) { return a * b; }

__global__ void update(results *r, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	atomicAdd(&r->sum, i % 10);
	atomicSub(&r->left, 1);
	atomicMin(&r->least, (i * 7919) % 1009);
	atomicMax(&r->most, (i * 7919) % 1009);
	atomicAnd(&r->all, ~(1u << i % 8));
	atomicOr(&r->any, 1u << i % 20);
	atomicXor(&r->parity, (unsigned)i);
	atomicInc(&r->wrapped, 99);
	atomicDec(&r->counted_down, 1u << 20);
	atomicAdd(&r->wide, 1ull << 33);
	atomicAdd(&r->single, 0.5f);
	atomic_apply(&r->longest, (double)(i * 31 % 257), greater);
	if (i % 100 == 0)
		atomic_apply(&r->product, 2, times);
	if (atomicCAS(&r->owner, -1, i) == -1)
		atomicAdd(&r->tickets, 1);
	atomicExch(&r->exchanged, 5);
}

int main()
{
	const int n = 1000;
	results start = {}, got, *r;
	int sum = 0, least = 1 << 30, most = -1, longest = -1;
	unsigned parity = 0;
	start.left = n;
	start.least = 1 << 30;
	start.most = -1;
	start.all = ~0u;
	start.counted_down = 5000;
	start.longest = -1;
	start.product = 1;
	start.owner = -1;
	CHECK(cudaMalloc(&r, sizeof *r));
	CHECK(cudaMemcpy(r, &start, sizeof start, cudaMemcpyHostToDevice));
	update<<<(n + 255) / 256, 256>>>(r, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(&got, r, sizeof got, cudaMemcpyDeviceToHost));
	for (int i = 0; i < n; i++) {
		int v = (i * 7919) % 1009, l = i * 31 % 257;
		sum += i % 10;
		parity ^= (unsigned)i;
		least = v < least ? v : least;
		most = v > most ? v : most;
		longest = l > longest ? l : longest;
	}
	printf("sums: %s\n", got.sum == sum && got.left == 0 && got.wide == (unsigned long long)n << 33 && got.single == n * 0.5f ? "right" : "WRONG");
	printf("extremes: %s\n", got.least == least && got.most == most && got.longest == longest ? "right" : "WRONG");
	printf("bits: %s\n", got.all == 0xffffff00u && got.any == 0xfffffu && got.parity == parity ? "right" : "WRONG");
	printf("counters: %s\n", got.wrapped == n % 100 && got.counted_down == 5000 - n ? "right" : "WRONG");
	printf("one owner: %s, exchanged: %d, product: %g\n", got.tickets == 1 && got.owner >= 0 && got.owner < n ? "yes" : "NO", got.exchanged, got.product);
	CHECK(cudaFree(r));
}
