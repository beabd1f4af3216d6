// Hint: same-random 9
// needs: nvcc
// The function that draws gets the same seed from all threads of the first kernel, and another from each of the second's.
#include <cstdio>
#include <curand_kernel.h>
__device__ float draw(unsigned seed)
{
	curandState s;
	curand_init(seed, 0, 0, &s);
	return curand_uniform(&s);
}

__global__ void hits(int *n, unsigned seed)
{
	float x = draw(seed), y = draw(seed + 1);
	if (x * x + y * y < 1)
		atomicAdd(n, 1);
}

__global__ void hits_of_each(int *n, unsigned seed)
{
	unsigned own = seed + blockIdx.x * blockDim.x + threadIdx.x;
	float x = draw(own), y = draw(own + gridDim.x * blockDim.x);
	if (x * x + y * y < 1)
		atomicAdd(n, 1);
}

int main()
{
	int *d, h;
	cudaMalloc(&d, sizeof h);
	cudaMemset(d, 0, sizeof h);
#ifdef FIXED
	hits_of_each<<<4, 64>>>(d, 42);
#else
	hits<<<4, 64>>>(d, 42);
#endif
	cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g\n", 4.0 * h / 256);
	cudaFree(d);
	return 0;
}
