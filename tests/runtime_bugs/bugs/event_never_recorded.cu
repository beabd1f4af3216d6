// expect: event-not-recorded stream-race
// The second stream waits for an event that is recorded only afterwards: it does not wait at all.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void produce(int *x)
{
	x[threadIdx.x] = threadIdx.x;
}

__global__ void consume(int *y, const int *x)
{
	y[threadIdx.x] = x[255 - threadIdx.x];
}

int main()
{
	int h[256], *x, *y;
	cudaStream_t a, b;
	cudaEvent_t ready;
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
	cudaMalloc(&x, sizeof(h));
	cudaMalloc(&y, sizeof(h));
	cudaMemset(x, 0, sizeof(h));
	cudaDeviceSynchronize();
	cudaStreamWaitEvent(b, ready, 0); // BUG
	produce<<<1, 256, 0, a>>>(x);
	cudaEventRecord(ready, a);
	consume<<<1, 256, 0, b>>>(y, x); // BUG
	cudaDeviceSynchronize();
	cudaMemcpy(h, y, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[0]);
	cudaEventDestroy(ready);
	cudaStreamDestroy(a);
	cudaStreamDestroy(b);
	cudaFree(x);
	cudaFree(y);
	return 0;
}
