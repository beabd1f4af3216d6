// prints: 51200
// A lock that is read until it looks free, and only then taken; the section is long.
#include <cstdio>
#include <cuda_runtime.h>

__device__ volatile int mutex;
__device__ volatile int counter;

__global__ void count()
{
	bool done = false;
	while (!done) {
		while (mutex)
			;
		if (atomicCAS((int *)&mutex, 0, 1) == 0) {
			__threadfence();
			for (int i = 0; i < 50; i++)
				counter = counter + 1;
			__threadfence();
			mutex = 0;
			done = true;
		}
	}
}

int main()
{
	int h;
	count<<<4, 256>>>();
	cudaMemcpyFromSymbol(&h, *(const int *)&counter, sizeof(h));
	printf("%d\n", h);
	return 0;
}
