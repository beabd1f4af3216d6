// prints: 128
// A lock that every lane of a warp wants: taken and given back inside the loop.
#include <cstdio>
#include <cuda_runtime.h>

__device__ int mutex, counter;

__global__ void count()
{
	bool done = false;
	while (!done) {
		if (atomicCAS(&mutex, 0, 1) == 0) {
			__threadfence();
			counter = counter + 1;
			__threadfence();
			atomicExch(&mutex, 0);
			done = true;
		}
	}
}

int main()
{
	int h;
	count<<<2, 64>>>();
	cudaMemcpyFromSymbol(&h, counter, sizeof(h));
	printf("%d\n", h);
	return 0;
}
