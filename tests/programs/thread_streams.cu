/*
 * Several host threads, each with a stream of its own by the per-thread default stream, so that no name of a
 * stream appears anywhere.
 */
// options: --default-stream per-thread -std=c++17
// needs: nvcc (the option is nvcc's)
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

__global__ void collatz(int *steps, int first, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned long long x = first + i;
	int count = 0;
	for (; x != 1; count++)
		x = x % 2 ? 3 * x + 1 : x / 2;
	steps[i] = count;
}

static void work(int first, int n, int *out)
{
	int *device, *pinned;
	CHECK(cudaMalloc(&device, n * sizeof(int)));
	CHECK(cudaMallocHost(&pinned, n * sizeof(int)));
	collatz<<<(n + 127) / 128, 128>>>(device, first, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpyAsync(pinned, device, n * sizeof(int), cudaMemcpyDeviceToHost, 0));
	CHECK(cudaStreamSynchronize(0));
	for (int i = 0; i < n; i++)
		out[i] = pinned[i];
	CHECK(cudaFree(device));
	CHECK(cudaFreeHost(pinned));
}

int main(int argc, char **argv)
{
	const int threads = 4, n = argc > 1 ? atoi(argv[1]) : 500;
	std::vector<int> steps(threads * n);
	std::vector<std::thread> pool;
	for (int t = 0; t < threads; t++)
		pool.emplace_back(work, 1 + t * n, n, &steps[t * n]);
	for (std::thread &t : pool)
		t.join();
	int wrong = 0, longest = 0;
	for (int i = 0; i < threads * n; i++) {
		unsigned long long x = i + 1;
		int count = 0;
		for (; x != 1; count++)
			x = x % 2 ? 3 * x + 1 : x / 2;
		wrong += steps[i] != count;
		if (steps[i] > steps[longest])
			longest = i;
	}
	printf("%d wrong; %d takes longest: %d steps\n", wrong, longest + 1, steps[longest]);
	return wrong != 0;
}
