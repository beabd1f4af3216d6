// Expect: tail 26
// A few blocks more than there are multiprocessors, each long.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void work(float *x, int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = x[i];
	for (int k = 0; k < rounds; k++)
		v = v * 0.999f + 0.5f;
	x[i] = v;
}

#ifdef FIXED
#define BLOCKS 132
#else
#define BLOCKS 140
#endif

int main()
{
	float *x;
	cudaMalloc(&x, BLOCKS * 1024 * sizeof(float));
	cudaMemset(x, 0, BLOCKS * 1024 * sizeof(float));
	work<<<BLOCKS, 1024>>>(x, 2000);
	printf("%d\n", cudaDeviceSynchronize());
	cudaFree(x);
	return 0;
}
