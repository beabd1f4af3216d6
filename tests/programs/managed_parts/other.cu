#include <cuda_runtime.h>
#include "shared.h"

static __managed__ int calls = 100;

__global__ void twice(int n)
{
	if (threadIdx.x < n)
		atomicAdd(&box::items, 1);
	if (threadIdx.x == 0) {
		settings.scale *= 2;
		calls++;
	}
}

void double_all(int n)
{
	twice<<<1, 32>>>(n);
	cudaDeviceSynchronize();
	calls -= 1;
	settings.steps[2] = (short)calls;
}
