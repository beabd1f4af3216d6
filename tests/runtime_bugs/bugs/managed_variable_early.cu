// expect: async-host-race
// The host prints the counter while the kernel may still be counting.
#include <cstdio>
#include <cuda_runtime.h>

__managed__ int counter;

__global__ void count()
{
	atomicAdd(&counter, 1);
}

int main()
{
	counter = 0;
	count<<<4, 64>>>();
	printf("%d\n", counter); // BUG
	cudaDeviceSynchronize();
	return 0;
}
