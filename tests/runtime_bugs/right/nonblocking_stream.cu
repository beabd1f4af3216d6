// prints: 11 22
// Non-blocking streams that share nothing with the default stream but what they wait for.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void put(int *x, int v) { x[threadIdx.x] = v; }
__global__ void twice(int *y, const int *x) { y[threadIdx.x] = 2 * x[threadIdx.x]; }

int main()
{
	int h[64], g[64], *x, *y, *z;
	cudaStream_t s;
	cudaEvent_t e;
	cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	cudaEventCreate(&e);
	cudaMalloc(&x, sizeof(h));
	cudaMalloc(&y, sizeof(h));
	cudaMalloc(&z, sizeof(h));
	put<<<1, 64>>>(x, 11);
	put<<<1, 64, 0, s>>>(z, 7); // at the same time, elsewhere
	cudaEventRecord(e, 0);
	cudaStreamWaitEvent(s, e, 0);
	twice<<<1, 64, 0, s>>>(y, x);
	cudaStreamSynchronize(s);
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	cudaMemcpy(g, y, sizeof(g), cudaMemcpyDeviceToHost);
	printf("%d %d\n", h[1], g[1]);
	cudaEventDestroy(e);
	cudaStreamDestroy(s);
	cudaFree(x);
	cudaFree(y);
	cudaFree(z);
	return 0;
}
