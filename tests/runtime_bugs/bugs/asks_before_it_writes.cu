// expect: deadlock
// The host asks whether the kernel is done before it writes what the kernel waits for.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(volatile int *go) { while (*go == 0) ; } // BUG
int main()
{
	volatile int *go;
	cudaHostAlloc((void **)&go, 4, cudaHostAllocMapped);
	*go = 0;
	k<<<1, 32>>>(go);
	while (cudaStreamQuery(0) == cudaErrorNotReady)
		;
	*go = 1;
	cudaDeviceSynchronize();
	cudaFreeHost((void *)go);
}
