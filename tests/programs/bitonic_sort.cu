/*
 * Bitonic sort: the short strides inside a block in shared memory, the long ones a kernel each. Any length,
 * padded to a power of two with the greatest key.
 */
#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define SHARED_KEYS 512
#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

__device__ inline void order(int &a, int &b, bool up)
{
	if ((a > b) == up) {
		int t = a;
		a = b;
		b = t;
	}
}

/* every stride below SHARED_KEYS of the merges of size from..to */
__global__ void bitonic_shared(int *keys, int from, int to)
{
	__shared__ int s[SHARED_KEYS];
	int base = blockIdx.x * SHARED_KEYS, t = threadIdx.x;
	s[t] = keys[base + t];
	s[t + SHARED_KEYS / 2] = keys[base + t + SHARED_KEYS / 2];
	for (int size = from; size <= to; size *= 2)
		for (int stride = min(size, SHARED_KEYS) / 2; stride > 0; stride /= 2) {
			__syncthreads();
			int low = 2 * t - (t & (stride - 1));
			order(s[low], s[low + stride], ((base + low) & size) == 0);
		}
	__syncthreads();
	keys[base + t] = s[t];
	keys[base + t + SHARED_KEYS / 2] = s[t + SHARED_KEYS / 2];
}

__global__ void bitonic_global(int *keys, int size, int stride)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	int low = 2 * t - (t & (stride - 1));
	order(keys[low], keys[low + stride], (low & size) == 0);
}

static void sort(std::vector<int> &keys)
{
	int n = (int)keys.size(), padded = SHARED_KEYS;
	while (padded < n)
		padded *= 2;
	keys.resize(padded, INT_MAX);
	int *d;
	CHECK(cudaMalloc(&d, padded * sizeof(int)));
	CHECK(cudaMemcpy(d, keys.data(), padded * sizeof(int), cudaMemcpyHostToDevice));
	int blocks = padded / SHARED_KEYS;
	bitonic_shared<<<blocks, SHARED_KEYS / 2>>>(d, 2, SHARED_KEYS);
	for (int size = 2 * SHARED_KEYS; size <= padded; size *= 2) {
		for (int stride = size / 2; stride >= SHARED_KEYS; stride /= 2)
			bitonic_global<<<blocks, SHARED_KEYS / 2>>>(d, size, stride);
		bitonic_shared<<<blocks, SHARED_KEYS / 2>>>(d, size, size);
	}
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(keys.data(), d, padded * sizeof(int), cudaMemcpyDeviceToHost));
	CHECK(cudaFree(d));
	keys.resize(n);
}

int main(int argc, char **argv)
{
	const int sizes[] = { 1, 500, 512, 5000, argc > 1 ? atoi(argv[1]) : 20000 };
	int failed = 0;
	for (int n : sizes) {
		std::vector<int> keys(n);
		unsigned x = 7u + n;
		for (int &key : keys)
			key = (int)((x = x * 1103515245u + 12345u) >> 3) % 100000 - 50000;
		std::vector<int> want = keys;
		std::sort(want.begin(), want.end());
		sort(keys);
		printf("%5d keys: first %d, last %d, %s\n", n, keys.front(), keys.back(), keys == want ? "sorted" : "NOT SORTED");
		failed += keys != want;
	}
	return failed;
}
