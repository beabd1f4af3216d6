// Batches of a ring: a worker thread submits, the callback frees a slot by an atomic counter on which the submitter spins; a mapped flag ends it.
#include <atomic>
#include <cstdio>
#include <thread>
#include <cuda_runtime.h>
static std::atomic<int> ended(0);

static void CUDART_CB one_ended(void *)
{
	ended.fetch_add(1);
}

__global__ void add(int *total, int v)
{
	atomicAdd(total, v);
}

__global__ void tell(volatile int *flag, const int *total)
{
	*flag = *total;
	__threadfence_system();
}

int main()
{
	const int slots = 2, work = 7;
	int *total, *flag, *dflag;
	cudaStream_t s[slots];
	cudaMalloc(&total, sizeof *total);
	cudaMemset(total, 0, sizeof *total);
	cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocMapped);
	cudaHostGetDevicePointer(&dflag, flag, 0);
	*(volatile int *)flag = -1;
	for (int i = 0; i < slots; i++)
		cudaStreamCreate(&s[i]);
	cudaDeviceSynchronize();
	std::thread submitter([&] {
		for (int i = 0; i < work; i++) {
			while (i - ended.load() >= slots)
				std::this_thread::yield();
			add<<<1, 32, 0, s[i % slots]>>>(total, i);
			cudaLaunchHostFunc(s[i % slots], one_ended, nullptr);
		}
	});
	submitter.join();
	while (ended.load() < work)
		std::this_thread::yield();
	tell<<<1, 1>>>(dflag, total);
	while (*(volatile int *)flag < 0)
		;
	printf("total %d\n", *(volatile int *)flag);
	cudaDeviceSynchronize();
	for (int i = 0; i < slots; i++)
		cudaStreamDestroy(s[i]);
	cudaFree(total);
	cudaFreeHost(flag);
}
