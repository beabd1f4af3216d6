// prints: 10240
// One lane of each warp takes the lock, and sleeps the longer the more often it fails.
#include <cstdio>
#include <cuda_runtime.h>

__device__ int mutex;
__device__ volatile int counter;

__global__ void count()
{
	if (threadIdx.x % 32 == 0) {
		unsigned ns = 8;
		while (atomicCAS(&mutex, 0, 1) != 0) {
			__nanosleep(ns);
			if (ns < 256)
				ns *= 2;
		}
		__threadfence();
		for (int i = 0; i < 20; i++)
			counter = counter + 1;
		__threadfence();
		atomicExch(&mutex, 0);
	}
	__syncwarp();
}

int main()
{
	int h;
	count<<<32, 512>>>();
	cudaMemcpyFromSymbol(&h, *(const int *)&counter, sizeof(h));
	printf("%d\n", h);
	return 0;
}
