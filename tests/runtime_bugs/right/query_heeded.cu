// prints: 8 16 24 32
// Answers to queries that decide something: wait after all, ask again in a helper, do other work meanwhile, give up by count and wait.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void add(int *x, int by) { x[threadIdx.x] += by; }

static bool is_done(cudaEvent_t e)
{
	return cudaEventQuery(e) == cudaSuccess;
}

int main()
{
	int *h, *x, seen[4], idle = 0;
	cudaStream_t s;
	cudaEvent_t e;
	cudaStreamCreate(&s);
	cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
	cudaMallocHost(&h, 64 * sizeof(int));
	cudaMalloc(&x, 64 * sizeof(int));
	cudaMemsetAsync(x, 0, 64 * sizeof(int), s);

	add<<<1, 64, 0, s>>>(x, 8);
	cudaMemcpyAsync(h, x, 64 * sizeof(int), cudaMemcpyDeviceToHost, s);
	if (cudaStreamQuery(s) != cudaSuccess)
		cudaStreamSynchronize(s);
	seen[0] = h[0];

	add<<<1, 64, 0, s>>>(x, 8);
	cudaMemcpyAsync(h, x, 64 * sizeof(int), cudaMemcpyDeviceToHost, s);
	cudaEventRecord(e, s);
	if (!is_done(e))
		while (!is_done(e))
			idle++;
	seen[1] = h[1];

	add<<<1, 64, 0, s>>>(x, 8);
	cudaMemcpyAsync(h, x, 64 * sizeof(int), cudaMemcpyDeviceToHost, s);
	for (;;) {
		if (cudaStreamQuery(s) == cudaSuccess)
			break;
		idle++; // other work
		if (cudaStreamQuery(s) == cudaSuccess)
			break;
	}
	seen[2] = h[2];

	add<<<1, 64, 0, s>>>(x, 8);
	cudaMemcpyAsync(h, x, 64 * sizeof(int), cudaMemcpyDeviceToHost, s);
	cudaEventRecord(e, s);
	bool done = false;
	for (int tries = 0; tries < 2 && !done; tries++)
		done = is_done(e);
	if (!done)
		cudaEventSynchronize(e);
	seen[3] = h[3];
	printf("%d %d %d %d\n", seen[0], seen[1], seen[2], seen[3]);
	cudaEventDestroy(e);
	cudaStreamDestroy(s);
	cudaFreeHost(h);
	cudaFree(x);
	return idle < 0;
}
