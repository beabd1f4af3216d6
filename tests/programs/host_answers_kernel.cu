// The kernel waits for a flag that the host sets after the launch: both run at the same time.
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
	if (cudaDeviceSynchronize() != cudaSuccess || cudaFreeHost(flag) != cudaSuccess)
		return 3;
	printf("the kernel has seen the flag\n");
}
