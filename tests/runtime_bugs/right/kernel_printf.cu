// prints: host before
// prints: block 1 thread 2: 3.5 yes
// prints: host after
// printf from a kernel appears at the synchronisation, after what the host printed before.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void tell()
{
	if (blockIdx.x == 1 && threadIdx.x == 2)
		printf("block %d thread %d: %.1f %s\n", blockIdx.x, threadIdx.x, 3.5, "yes");
}

int main()
{
	printf("host before\n");
	fflush(stdout);
	tell<<<2, 4>>>();
	cudaDeviceSynchronize();
	printf("host after\n");
	return 0;
}
