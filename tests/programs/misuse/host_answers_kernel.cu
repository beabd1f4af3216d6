// The kernel waits for a flag that the host sets after the launch: right on a GPU, where both run at the same time.
// status: 3
// says: ends a kernel before the host's next access
// gpu: no (the message is the vm's)
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void wait_for(volatile int *flag)
{
	while (*flag == 0)
		;
}

int main()
{
	int *flag;

	if (cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocMapped) != cudaSuccess)
		return 2;
	*flag = 0;
	wait_for<<<1, 32>>>(flag);
	*(volatile int *)flag = 1;
	return cudaDeviceSynchronize() == cudaSuccess && cudaFreeHost(flag) == cudaSuccess ? 0 : 3;
}
