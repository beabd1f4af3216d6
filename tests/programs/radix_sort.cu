/*
 * Least-significant-digit radix sort, four bits a pass: count the digits of every block, scan the counts
 * digit by digit, scatter. Ranks within a block come from warp votes (match by bits), which keeps it stable.
 */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>
#include <cuda_runtime.h>

constexpr int BITS = 4, DIGITS = 1 << BITS, THREADS = 256, WARPS = THREADS / 32;

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

__global__ void count(const unsigned *keys, unsigned *counts, int n, int shift)
{
	__shared__ unsigned here[DIGITS];
	int i = blockIdx.x * THREADS + threadIdx.x;
	if (threadIdx.x < DIGITS)
		here[threadIdx.x] = 0;
	__syncthreads();
	if (i < n)
		atomicAdd(&here[keys[i] >> shift & (DIGITS - 1)], 1u);
	__syncthreads();
	if (threadIdx.x < DIGITS)
		counts[threadIdx.x * gridDim.x + blockIdx.x] = here[threadIdx.x];
}

/* one block, exclusive, in place */
__global__ void scan(unsigned *counts, int n)
{
	__shared__ unsigned warps[32];
	unsigned carry = 0;
	for (int first = 0; first < n; first += blockDim.x) {
		int i = first + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
		unsigned value = i < n ? counts[i] : 0, sum = value;
		for (int offset = 1; offset < 32; offset *= 2) {
			unsigned below = __shfl_up_sync(~0u, sum, offset);
			if (lane >= offset)
				sum += below;
		}
		if (lane == 31)
			warps[warp] = sum;
		__syncthreads();
		unsigned before = 0, total = 0;
		for (unsigned w = 0; w < blockDim.x / 32; w++) {
			before += (int)w < warp ? warps[w] : 0;
			total += warps[w];
		}
		if (i < n)
			counts[i] = carry + before + sum - value;
		carry += total;
		__syncthreads();
	}
}

__global__ void scatter(const unsigned *keys, const int *values, unsigned *to_keys, int *to_values,
    const unsigned *offsets, int n, int shift)
{
	__shared__ unsigned of_warp[WARPS][DIGITS];
	int i = blockIdx.x * THREADS + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	unsigned key = i < n ? keys[i] : 0, digit = key >> shift & (DIGITS - 1);
	unsigned peers = __ballot_sync(~0u, i < n);
	for (int bit = 0; bit < BITS; bit++) {
		unsigned set = __ballot_sync(~0u, digit >> bit & 1);
		peers &= digit >> bit & 1 ? set : ~set;
	}
	for (int k = threadIdx.x; k < WARPS * DIGITS; k += THREADS)
		of_warp[k / DIGITS][k % DIGITS] = 0;
	__syncthreads();
	unsigned rank = __popc(peers & ((1u << lane) - 1));
	if (i < n && rank == 0)
		of_warp[warp][digit] = __popc(peers);
	__syncthreads();
	if (i < n) {
		for (int w = 0; w < warp; w++)
			rank += of_warp[w][digit];
		unsigned to = offsets[digit * gridDim.x + blockIdx.x] + rank;
		to_keys[to] = key;
		to_values[to] = values[i];
	}
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 10000, blocks = (n + THREADS - 1) / THREADS;
	std::vector<unsigned> keys(n);
	std::vector<int> values(n), order(n);
	unsigned x = 99;
	for (unsigned &key : keys)
		key = (x = x * 1664525u + 1013904223u) >> 12;
	for (int i = 0; i < n; i++)
		values[i] = order[i] = i;
	std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return keys[a] < keys[b]; });

	unsigned *d_keys[2], *d_counts;
	int *d_values[2];
	for (int k = 0; k < 2; k++) {
		CHECK(cudaMalloc(&d_keys[k], n * sizeof(unsigned)));
		CHECK(cudaMalloc(&d_values[k], n * sizeof(int)));
	}
	CHECK(cudaMalloc(&d_counts, DIGITS * blocks * sizeof(unsigned)));
	CHECK(cudaMemcpy(d_keys[0], keys.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(d_values[0], values.data(), n * sizeof(int), cudaMemcpyHostToDevice));
	int at = 0;
	for (int shift = 0; shift < 20; shift += BITS, at ^= 1) {
		count<<<blocks, THREADS>>>(d_keys[at], d_counts, n, shift);
		scan<<<1, 1024>>>(d_counts, DIGITS * blocks);
		scatter<<<blocks, THREADS>>>(d_keys[at], d_values[at], d_keys[!at], d_values[!at], d_counts, n, shift);
		CHECK(cudaGetLastError());
	}
	std::vector<unsigned> sorted(n);
	CHECK(cudaMemcpy(sorted.data(), d_keys[at], n * sizeof(unsigned), cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(values.data(), d_values[at], n * sizeof(int), cudaMemcpyDeviceToHost));
	int wrong = 0;
	for (int i = 0; i < n; i++)
		wrong += sorted[i] != keys[order[i]] || values[i] != order[i];
	printf("%d pairs in %d passes: %d out of place\n", n, 20 / BITS, wrong);
	printf("least %u, median %u, greatest %u\n", sorted[0], sorted[n / 2], sorted[n - 1]);
	for (int k = 0; k < 2; k++) {
		CHECK(cudaFree(d_keys[k]));
		CHECK(cudaFree(d_values[k]));
	}
	CHECK(cudaFree(d_counts));
	return wrong != 0;
}
