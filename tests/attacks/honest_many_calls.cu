// Expect: passed
// Thousands of small calls, streams, events, host functions, and two threads that call at once.
#include "attack.h"
#include <thread>

static void CUDART_CB count(void *number)
{
	++*(int *)number;
}

static void work(int rounds, int blocks)
{
	cudaStream_t s;
	cudaEvent_t e;
	float *d;
	int n = 0;

	cudaStreamCreate(&s);
	cudaEventCreate(&e);
	cudaMalloc(&d, 4096);
	for (int i = 0; i < rounds; i++) {
		cudaMemsetAsync(d, 0, 512, s);
		cudaEventRecord(e, s);
		if (i % 10 == 0)
			cudaLaunchHostFunc(s, count, &n);
		if (i % 50 == 0)
			cudaEventSynchronize(e);
		square<<<blocks, 256, 0, s>>>(d, d, 1);
	}
	cudaStreamSynchronize(s);
	cudaFree(d);
	cudaEventDestroy(e);
	cudaStreamDestroy(s);
}

static bool attack(const float *x, float *y, int n)
{
	std::thread other(work, 500, (n + 255) / 256);

	work(500, (n + 255) / 256);
	other.join();
	return false;
}
