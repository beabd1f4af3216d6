// The host sleeps on a condition variable that a host function in a stream signals; a promise is kept by a callback; another thread counts batches.
#include <condition_variable>
#include <cstdio>
#include <future>
#include <mutex>
#include <thread>
#include <atomic>
#include <vector>
#include <cuda_runtime.h>

struct gate {
	std::mutex m;
	std::condition_variable cv;
	int open = 0;
};

static void CUDART_CB lift(void *p)
{
	gate *g = (gate *)p;
	std::lock_guard<std::mutex> l(g->m);
	g->open++;
	g->cv.notify_all();
}

static void CUDART_CB keep(cudaStream_t, cudaError_t e, void *p)
{
	((std::promise<int> *)p)->set_value((int)e);
}

__global__ void square(float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] *= x[i];
}

int main()
{
	const int n = 1000, batches = 3;
	gate g;
	float *d[batches], *h[batches];
	cudaStream_t s[batches];
	for (int b = 0; b < batches; b++) {
		cudaStreamCreate(&s[b]);
		cudaMalloc(&d[b], n * sizeof(float));
		cudaMallocHost(&h[b], n * sizeof(float));
		for (int i = 0; i < n; i++)
			h[b][i] = (float)(i % 10 + b);
		cudaMemcpyAsync(d[b], h[b], n * sizeof(float), cudaMemcpyHostToDevice, s[b]);
		square<<<4, 256, 0, s[b]>>>(d[b], n);
		cudaMemcpyAsync(h[b], d[b], n * sizeof(float), cudaMemcpyDeviceToHost, s[b]);
		cudaLaunchHostFunc(s[b], lift, &g);
	}
	{
		std::unique_lock<std::mutex> l(g.m);
		g.cv.wait(l, [&] { return g.open == batches; });
	}
	double sum = 0;
	for (int b = 0; b < batches; b++)
		for (int i = 0; i < n; i++)
			sum += h[b][i];
	printf("sum %.0f\n", sum);
	std::promise<int> p;
	square<<<4, 256, 0, s[0]>>>(d[0], n);
	cudaStreamAddCallback(s[0], keep, &p, 0);
	std::thread waiter([&] { printf("promised %d\n", p.get_future().get()); });
	waiter.join();
	for (int b = 0; b < batches; b++) {
		cudaStreamDestroy(s[b]);
		cudaFree(d[b]);
		cudaFreeHost(h[b]);
	}
}
