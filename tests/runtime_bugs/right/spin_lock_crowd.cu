// prints: 2048
// Every lane of every block waits in a plain loop for one lock: threads have places in the program of their own since sm_70.
#include <cstdio>
#include <cuda_runtime.h>

__device__ int mutex, counter;

__global__ void count()
{
	while (atomicCAS(&mutex, 0, 1) != 0)
		;
	__threadfence();
	counter = counter + 1;
	__threadfence();
	atomicExch(&mutex, 0);
}

int main()
{
	int h;
	count<<<8, 256>>>();
	cudaMemcpyFromSymbol(&h, counter, sizeof(h));
	printf("%d\n", h);
	return 0;
}
