// prints: 8 ended
// The host polls a stream and an event instead of waiting.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void twice(int *x) { x[threadIdx.x] *= 2; }

int main()
{
	int *h, *x;
	cudaStream_t s;
	cudaEvent_t e;
	cudaStreamCreate(&s);
	cudaEventCreate(&e);
	cudaMallocHost(&h, 64 * sizeof(int));
	cudaMalloc(&x, 64 * sizeof(int));
	for (int i = 0; i < 64; i++)
		h[i] = i;
	cudaMemcpyAsync(x, h, 64 * sizeof(int), cudaMemcpyHostToDevice, s);
	cudaEventRecord(e, s);
	while (cudaEventQuery(e) == cudaErrorNotReady)
		;
	for (int i = 0; i < 64; i++)
		h[i] = -1; // the copy has ended
	twice<<<1, 64, 0, s>>>(x);
	cudaMemcpyAsync(h, x, 64 * sizeof(int), cudaMemcpyDeviceToHost, s);
	cudaError_t state;
	while ((state = cudaStreamQuery(s)) == cudaErrorNotReady)
		;
	printf("%d %s\n", h[4], state == cudaSuccess ? "ended" : "failed");
	cudaEventDestroy(e);
	cudaStreamDestroy(s);
	cudaFreeHost(h);
	cudaFree(x);
	return 0;
}
