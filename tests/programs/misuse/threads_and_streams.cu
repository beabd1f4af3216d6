// Host threads that launch, copy, allocate and free at once, each in a stream of its own.
// says: nothing
// options: -std=c++17
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>
#include <cuda_runtime.h>

__global__ void add(int *data, int n, int by)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] += by;
}

static std::atomic<int> wrong;

static void work(int id)
{
	const int n = 1000;
	cudaStream_t stream;
	wrong += cudaStreamCreate(&stream) != cudaSuccess;
	for (int turn = 0; turn < 10; turn++) {
		int *d, *h;
		wrong += cudaMalloc(&d, n * sizeof(int)) != cudaSuccess;
		wrong += cudaMallocHost(&h, n * sizeof(int)) != cudaSuccess;
		for (int i = 0; i < n; i++)
			h[i] = i;
		wrong += cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, stream) != cudaSuccess;
		add<<<(n + 255) / 256, 256, 0, stream>>>(d, n, id);
		wrong += cudaGetLastError() != cudaSuccess;
		wrong += cudaMemcpyAsync(h, d, n * sizeof(int), cudaMemcpyDeviceToHost, stream) != cudaSuccess;
		wrong += cudaStreamSynchronize(stream) != cudaSuccess;
		for (int i = 0; i < n; i++)
			wrong += h[i] != i + id;
		wrong += cudaFree(d) != cudaSuccess;
		wrong += cudaFreeHost(h) != cudaSuccess;
	}
	/* an error is its own thread's */
	if (id == 3) {
		add<<<1, 32, 0, stream>>>((int *)nullptr, 0, 0);
		wrong += cudaGetLastError() != cudaSuccess;
		wrong += cudaStreamSynchronize(stream) != cudaSuccess;
	}
	wrong += cudaStreamDestroy(stream) != cudaSuccess;
}

int main()
{
	std::vector<std::thread> threads;
	for (int id = 0; id < 8; id++)
		threads.emplace_back(work, id);
	for (std::thread &thread : threads)
		thread.join();
	printf("%d wrong\n", (int)wrong);
	return wrong;
}
