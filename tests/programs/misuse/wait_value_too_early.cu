// The producer writes its flag before the data: the consumer may read them too early.
// options: -lcuda
// gpu: no (a race)
// says: kernel twice in stream consumer reads x\[0\] to x\[999\] while kernel ones in stream producer writes it
// kind: stream-race
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>

__global__ void ones(int *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = 1;
}

__global__ void twice(int *y, const int *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = 2 * x[i];
}

int main()
{
	const int n = 1000;
	int *x, *y, *flag;
	cudaStream_t producer, consumer;
	cudaStreamCreateWithFlags(&producer, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&consumer, cudaStreamNonBlocking);
	cudaMalloc(&x, n * sizeof(int));
	cudaMalloc(&y, n * sizeof(int));
	cudaMalloc(&flag, sizeof(int));
	cudaMemset(flag, 0, sizeof(int));
	cudaMemset(x, 0, n * sizeof(int));
	cudaDeviceSynchronize();
	cuStreamWriteValue32((CUstream)producer, (CUdeviceptr)flag, 1, 0);
	ones<<<8, 128, 0, producer>>>(x, n);
	cuStreamWaitValue32((CUstream)consumer, (CUdeviceptr)flag, 1, CU_STREAM_WAIT_VALUE_GEQ);
	twice<<<8, 128, 0, consumer>>>(y, x, n);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	cudaFree(x);
	cudaFree(y);
	cudaFree(flag);
	cudaStreamDestroy(producer);
	cudaStreamDestroy(consumer);
	return 0;
}
