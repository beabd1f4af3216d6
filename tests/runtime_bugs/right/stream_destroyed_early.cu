// prints: 7
// A stream and an event are destroyed while work is pending: it is done all the same.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void add(int *x, int v) { x[threadIdx.x] += v; }

int main()
{
	int h[32], *x;
	cudaStream_t a, b;
	cudaEvent_t e;
	cudaMalloc(&x, sizeof(h));
	cudaMemset(x, 0, sizeof(h));
	cudaDeviceSynchronize();
	cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
	cudaEventCreate(&e);
	add<<<1, 32, 0, a>>>(x, 3);
	cudaEventRecord(e, a);
	cudaStreamWaitEvent(b, e, 0);
	cudaEventDestroy(e);
	cudaStreamDestroy(a);
	add<<<1, 32, 0, b>>>(x, 4);
	cudaDeviceSynchronize();
	cudaStreamDestroy(b);
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[31]);
	cudaFree(x);
	return 0;
}
