// A kernel waits for a word that a host function of its own stream would set behind it.
// gpu: no (it waits for ever)
// says: the function of cudaLaunchHostFunc on line 30 may write it, but comes after the kernel
// kind: deadlock
#include <cstdio>
#include <cuda_runtime.h>

__global__ void wait_for(const volatile int *flag)
{
	while (!*flag)
		;
}

static void CUDART_CB set(void *flag)
{
	*static_cast<volatile int *>(flag) = 1;
}

int main()
{
	int *flag;
	cudaStream_t mine, yours;
	cudaStreamCreateWithFlags(&mine, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&yours, cudaStreamNonBlocking);
	cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocMapped);
	*flag = 0;
	cudaMemsetAsync(flag, 0, sizeof *flag, yours);
	cudaStreamSynchronize(yours);
	wait_for<<<1, 32, 0, mine>>>(flag);
	cudaLaunchHostFunc(mine, set, flag);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	return 0;
}
