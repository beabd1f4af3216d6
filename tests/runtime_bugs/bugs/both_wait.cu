// expect: deadlock
// The kernel waits for the host's word, and the host for the kernel's answer.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void serve(volatile int *ask, volatile int *answer)
{
	while (*ask == 0) // BUG
		;
	*answer = 7;
}
int main()
{
	volatile int *ask, *answer;
	cudaHostAlloc((void **)&ask, 4, cudaHostAllocMapped);
	cudaHostAlloc((void **)&answer, 4, cudaHostAllocMapped);
	*ask = 0; *answer = 0;
	serve<<<1, 1>>>(ask, answer);
	while (*answer == 0)
		;
	*ask = 1;
	cudaDeviceSynchronize();
	printf("%d\n", *answer);
	cudaFreeHost((void *)ask); cudaFreeHost((void *)answer);
}
