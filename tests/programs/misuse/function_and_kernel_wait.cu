// A host function waits for a word of the kernel's, and the kernel for one of the function's.
// gpu: no (both wait for ever)
// status: 1
// says: the host waits as well, so that neither goes on: it reads p\[0\] again and again on line 19
// kind: deadlock
#include <cstdio>
#include <cuda_runtime.h>

__global__ void talk(volatile int *words)
{
	while (words[1] != 1)
		;
	words[0] = 1;
}

static void CUDART_CB answer(void *p)
{
	volatile int *words = static_cast<volatile int *>(p);
	while (words[0] != 1)
		;
	words[1] = 1;
}

int main()
{
	int *p;
	cudaStream_t mine, yours;
	cudaStreamCreateWithFlags(&mine, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&yours, cudaStreamNonBlocking);
	cudaHostAlloc(&p, 2 * sizeof *p, cudaHostAllocMapped);
	p[0] = p[1] = 0;
	talk<<<1, 1, 0, mine>>>(p);
	cudaLaunchHostFunc(yours, answer, p);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	return 0;
}
