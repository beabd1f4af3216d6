// A kernel that waits for what never comes. A GPU without a display waits for ever, so no code is compared.
// status: 1
// says: waits on line 10
// gpu: no
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
	if (cudaMalloc(&flag, sizeof *flag) != cudaSuccess || cudaMemset(flag, 0, sizeof *flag) != cudaSuccess)
		return 1;
	wait_for<<<1, 32>>>(flag);
	cudaError_t status = cudaDeviceSynchronize();
	printf("%s\n", cudaGetErrorName(status));
	return status != cudaSuccess;
}
