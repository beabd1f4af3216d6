// A kernel waits for a value that its own stream writes behind it.
// options: -lcuda
// gpu: no (it waits for ever)
// says: cuStreamWriteValue32 on line [0-9]+ would write it, but comes after the kernel
// kind: deadlock
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>

__global__ void wait_for(const volatile unsigned *flag)
{
	while (!*flag)
		;
}

int main()
{
	unsigned *flag, *other;
	cudaStream_t mine, yours;
	cudaEvent_t event;
	cudaStreamCreateWithFlags(&mine, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&yours, cudaStreamNonBlocking);
	cudaEventCreate(&event);
	cudaMalloc(&flag, sizeof *flag);
	cudaMalloc(&other, sizeof *other);
	cudaMemset(flag, 0, sizeof *flag);
	cudaDeviceSynchronize();
	cudaMemsetAsync(other, 0, sizeof *other, yours);
	wait_for<<<1, 32, 0, mine>>>(flag);
	cudaEventRecord(event, mine);
	cudaStreamWaitEvent(yours, event, 0);
	cuStreamWriteValue32((CUstream)yours, (CUdeviceptr)flag, 1, 0);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	return 0;
}
