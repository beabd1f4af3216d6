// expect: async-host-race
// cudaStreamQuery sends the work off, as some programs have it, and a second one only fills a variable: nothing waits.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(float *x, float value) { x[threadIdx.x] = value; }

int main()
{
	float *h, *x;
	cudaStream_t s;
	cudaStreamCreate(&s);
	cudaMallocHost(&h, 64 * sizeof(float));
	cudaMalloc(&x, 64 * sizeof(float));
	fill<<<1, 64, 0, s>>>(x, 2.5f);
	cudaMemcpyAsync(h, x, 64 * sizeof(float), cudaMemcpyDeviceToHost, s);
	cudaStreamQuery(s);
	cudaError_t state = cudaStreamQuery(s);
	printf("%g\n", h[5]); // BUG
	printf("%s\n", state == cudaSuccess ? "ended" : "busy");
	cudaStreamSynchronize(s);
	cudaStreamDestroy(s);
	cudaFreeHost(h);
	cudaFree(x);
	return 0;
}
