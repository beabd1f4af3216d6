/*
 * CUB: the whole device at a call (reduce, scan, sort, select), and the same inside a block as parts of a
 * kernel of one's own.
 */
// options: -std=c++17 --extended-lambda
// cccl: CUB
#include <cub/cub.cuh>
#include <cstdio>
#include <cstdlib>
#include <algorithm>
#include <vector>

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

template <int THREADS, int ITEMS> __global__ void block_scan(const int *in, int *out, int *totals)
{
	using Load = cub::BlockLoad<int, THREADS, ITEMS, cub::BLOCK_LOAD_TRANSPOSE>;
	using Store = cub::BlockStore<int, THREADS, ITEMS, cub::BLOCK_STORE_TRANSPOSE>;
	using Scan = cub::BlockScan<int, THREADS>;
	__shared__ union {
		typename Load::TempStorage load;
		typename Store::TempStorage store;
		typename Scan::TempStorage scan;
	} temp;
	int items[ITEMS], total, base = blockIdx.x * THREADS * ITEMS;
	Load(temp.load).Load(in + base, items);
	__syncthreads();
	Scan(temp.scan).ExclusiveSum(items, items, total);
	__syncthreads();
	Store(temp.store).Store(out + base, items);
	if (threadIdx.x == 0)
		totals[blockIdx.x] = total;
}

__global__ void warp_and_block(const int *in, int *out)
{
	__shared__ typename cub::BlockReduce<int, 128>::TempStorage block;
	__shared__ typename cub::WarpReduce<int>::TempStorage warp[4];
	int value = in[threadIdx.x];
	int of_warp = cub::WarpReduce<int>(warp[threadIdx.x / 32]).Reduce(value, [] __device__(int a, int b) { return a > b ? a : b; });
	int of_block = cub::BlockReduce<int, 128>(block).Sum(value);
	if (threadIdx.x % 32 == 0)
		out[1 + threadIdx.x / 32] = of_warp;
	if (threadIdx.x == 0)
		out[0] = of_block;
}

/* the two-step habit: ask how much room, then do it */
template <class Step> static void with_storage(Step step)
{
	void *room = nullptr;
	size_t bytes = 0;
	CHECK(step(room, bytes));
	CHECK(cudaMalloc(&room, bytes ? bytes : 1));
	CHECK(step(room, bytes));
	CHECK(cudaFree(room));
}

int main(int argc, char **argv)
{
	const int n = (argc > 1 ? atoi(argv[1]) : 8) * 512;
	std::vector<int> in(n), out(n), want(n);
	for (int i = 0; i < n; i++)
		in[i] = (int)((unsigned)i * 2654435761u >> 20) % 1000;
	int *d_in, *d_out, *d_one, got[5], failed = 0;
	CHECK(cudaMalloc(&d_in, n * sizeof(int)));
	CHECK(cudaMalloc(&d_out, n * sizeof(int)));
	CHECK(cudaMalloc(&d_one, n * sizeof(int)));
	CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));

	int sum = 0;
	for (int x : in)
		sum += x;
	with_storage([&](void *room, size_t &bytes) { return cub::DeviceReduce::Sum(room, bytes, d_in, d_one, n); });
	CHECK(cudaMemcpy(got, d_one, sizeof(int), cudaMemcpyDeviceToHost));
	printf("DeviceReduce: %d %s\n", got[0], got[0] == sum ? "right" : "WRONG");
	failed += got[0] != sum;

	with_storage([&](void *room, size_t &bytes) { return cub::DeviceScan::InclusiveSum(room, bytes, d_in, d_out, n); });
	CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
	int running = 0, wrong = 0;
	for (int i = 0; i < n; i++)
		wrong += out[i] != (running += in[i]);
	printf("DeviceScan: %d wrong\n", wrong);
	failed += wrong;

	with_storage([&](void *room, size_t &bytes) { return cub::DeviceRadixSort::SortKeys(room, bytes, d_in, d_out, n); });
	CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
	want = in;
	std::sort(want.begin(), want.end());
	printf("DeviceRadixSort: %s\n", out == want ? "right" : "WRONG");
	failed += out != want;

	block_scan<128, 4><<<n / 512, 128>>>(d_in, d_out, d_one);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
	wrong = 0;
	for (int i = 0; i < n; i++) {
		running = i % 512 ? running : 0;
		wrong += out[i] != running;
		running += in[i];
	}
	printf("BlockScan: %d wrong\n", wrong);
	failed += wrong;

	warp_and_block<<<1, 128>>>(d_in, d_one);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(got, d_one, sizeof got, cudaMemcpyDeviceToHost));
	sum = 0;
	for (int i = 0; i < 128; i++)
		sum += in[i];
	wrong = got[0] != sum;
	for (int w = 0; w < 4; w++)
		wrong += got[1 + w] != *std::max_element(&in[32 * w], &in[32 * w] + 32);
	printf("WarpReduce and BlockReduce: %d wrong\n", wrong);
	failed += wrong;
	CHECK(cudaFree(d_in));
	CHECK(cudaFree(d_out));
	CHECK(cudaFree(d_one));
	return failed != 0;
}
