// prints: 256 7 9
// Variables that host and device share, by name, with values from the start; a progress counter that the host may see grow.
#include <cstdio>
#include <cuda_runtime.h>

__managed__ int counter, progress;
__managed__ float table[4] = { 7, 8 };

__global__ void count()
{
	if (atomicAdd(&counter, 1) == 0)
		table[2] = table[0] + 2;
	__threadfence_system();
	atomicAdd_system(&progress, 1);
}

int main()
{
	counter = 0;
	count<<<4, 64>>>();
	while (*(volatile int *)&progress < 200)
		;
	cudaDeviceSynchronize();
	printf("%d %g %g\n", counter, table[0], table[2]);
	return 0;
}
