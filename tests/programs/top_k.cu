/*
 * The k largest of many values: warps keep sorted lists of 32 in registers, merged by a bitonic network of shuffles; survivors are packed
 * with ballots. Templates choose the order and the type.
 */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		cudaError_t status = (call); \
		if (status != cudaSuccess) { \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

constexpr unsigned ALL = 0xffffffffu;

struct larger { template <typename T> __host__ __device__ bool operator()(T a, T b) const { return a > b; } };
struct smaller { template <typename T> __host__ __device__ bool operator()(T a, T b) const { return a < b; } };

/* One step of the network: lanes `step` apart keep the first or the second of both values. */
template <typename T, typename First>
__device__ T exchange(T v, int step, bool keeps_first, First first)
{
	T other = __shfl_xor_sync(ALL, v, step);
	return first(v, other) == keeps_first ? v : other;
}

template <typename T, typename First>
__device__ T sort_warp(T v, First first)
{
	int lane = threadIdx.x % 32;
	for (int size = 2; size <= 32; size *= 2)
		for (int step = size / 2; step; step /= 2)
			v = exchange(v, step, ((lane & step) == 0) == ((lane & size) == 0), first);
	return v;
}

/* Both lists are sorted: the best 32 of both, sorted. */
template <typename T, typename First>
__device__ T merge(T a, T b, First first)
{
	int lane = threadIdx.x % 32;
	T reversed = __shfl_sync(ALL, b, 31 - lane), v = first(a, reversed) ? a : reversed;
	for (int step = 16; step; step /= 2)
		v = exchange(v, step, (lane & step) == 0, first);
	return v;
}

template <typename T, typename First>
__global__ void top(const T *x, int n, T worst, T *out, First first)
{
	int lane = threadIdx.x % 32;
	T best = worst;
	for (int base = 0; base < n; base += 32) {
		T v = base + lane < n ? x[base + lane] : worst;
		T limit = __shfl_sync(ALL, best, 31);
		if (__ballot_sync(ALL, first(v, limit)))
			best = merge(best, sort_warp(v, first), first);
	}
	out[lane] = best;
}

__global__ void pack(const int *x, int n, int limit, int *out, int *nout)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, base = 0;
	bool stays = i < n && x[i] >= limit;
	unsigned lanes = __ballot_sync(ALL, stays);
	if (lane == 0 && lanes)
		base = atomicAdd(nout, __popc(lanes));
	base = __shfl_sync(ALL, base, 0);
	if (stays)
		out[base + __popc(lanes & ((1u << lane) - 1))] = x[i];
}

template <typename T, typename First>
static void try_it(const char *name, int n, T worst, First first)
{
	std::vector<T> x(n), got(32);
	for (int i = 0; i < n; i++)
		x[i] = (T)((long long)i * 7919 % 4001) - (T)1000;
	T *in, *out;
	CHECK(cudaMalloc(&in, n * sizeof(T)));
	CHECK(cudaMalloc(&out, 32 * sizeof(T)));
	CHECK(cudaMemcpy(in, x.data(), n * sizeof(T), cudaMemcpyHostToDevice));
	top<<<1, 32>>>(in, n, worst, out, first);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(got.data(), out, 32 * sizeof(T), cudaMemcpyDeviceToHost));
	x.resize(std::max(n, 32), worst);
	std::sort(x.begin(), x.end(), first);
	printf("%s of %d: %s\n", name, n, std::equal(got.begin(), got.end(), x.begin()) ? "right" : "WRONG");
	CHECK(cudaFree(in));
	CHECK(cudaFree(out));
}

int main()
{
	try_it<int>("largest ints", 3000, -1000000, larger());
	try_it<float>("smallest floats", 777, 1e9f, smaller());
	try_it<double>("largest doubles", 20, -1e9, larger());
	const int n = 1000, limit = 900;
	std::vector<int> x(n), got(n);
	int *in, *out, *nout, kept, want = 0;
	for (int i = 0; i < n; i++)
		want += (x[i] = i * 37 % 1000) >= limit;
	CHECK(cudaMalloc(&in, n * sizeof(int)));
	CHECK(cudaMalloc(&out, n * sizeof(int)));
	CHECK(cudaMalloc(&nout, sizeof(int)));
	CHECK(cudaMemset(nout, 0, sizeof(int)));
	CHECK(cudaMemcpy(in, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
	pack<<<(n + 127) / 128, 128>>>(in, n, limit, out, nout);
	CHECK(cudaMemcpy(&kept, nout, sizeof kept, cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(got.data(), out, kept * sizeof(int), cudaMemcpyDeviceToHost));
	printf("packed: %s\n", kept == want && std::all_of(got.begin(), got.begin() + kept, [=](int v) { return v >= limit; }) ? "right" : "WRONG");
	CHECK(cudaFree(in));
	CHECK(cudaFree(out));
	CHECK(cudaFree(nout));
}
