// The host function of another stream runs, and sets a value other than the one that the kernel waits for.
// gpu: no (it waits for ever)
// says: waits on line 10 for a change of flag\[0\], which is 2
// kind: deadlock
#include <cstdio>
#include <cuda_runtime.h>

__global__ void wait_for(const volatile int *flag)
{
	while (*flag != 1)
		;
}

static void CUDART_CB set(void *flag)
{
	*static_cast<volatile int *>(flag) = 2;
}

int main()
{
	int *flag;
	cudaStream_t mine, yours;
	cudaStreamCreateWithFlags(&mine, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&yours, cudaStreamNonBlocking);
	cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocMapped);
	*flag = 0;
	wait_for<<<1, 32, 0, mine>>>(flag);
	cudaLaunchHostFunc(yours, set, flag);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	return 0;
}
