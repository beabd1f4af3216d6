// prints: 21 30
// Ordinary memory is registered, used in asynchronous copies, and given back after.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void triple(int *x) { x[threadIdx.x] *= 3; }

int main()
{
	const size_t bytes = 16384;
	int *h = (int *)aligned_alloc(4096, bytes), *x;
	cudaStream_t s;
	cudaStreamCreate(&s);
	cudaHostRegister(h, bytes, cudaHostRegisterDefault);
	for (int i = 0; i < 256; i++)
		h[i] = i;
	cudaMalloc(&x, 256 * sizeof(int));
	cudaMemcpyAsync(x, h, 256 * sizeof(int), cudaMemcpyHostToDevice, s);
	triple<<<1, 256, 0, s>>>(x);
	cudaMemcpyAsync(h, x, 256 * sizeof(int), cudaMemcpyDeviceToHost, s);
	h[1000] = 5; // the same pages, not the bytes that the copies use
	cudaStreamSynchronize(s);
	printf("%d %d\n", h[7], h[10]);
	cudaHostUnregister(h);
	cudaFree(x);
	cudaStreamDestroy(s);
	free(h);
	return 0;
}
