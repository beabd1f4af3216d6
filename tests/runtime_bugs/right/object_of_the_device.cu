// needs: nvcc
// An object with a virtual function is made in a kernel, in memory that the host allocated, and used in the next one.
// prints: 14
#include <cstdio>
#include <new>
#include <cuda_runtime.h>

struct Rate {
	__host__ __device__ virtual float of(float x) const = 0;
};

struct Linear : Rate {
	float a;
	__host__ __device__ Linear(float a) : a(a) { }
	__host__ __device__ float of(float x) const override { return a * x; }
};

__global__ void make(void *at)
{
	new (at) Linear(2);
}

__global__ void apply(const Rate *rate, float *x)
{
	x[threadIdx.x] = rate->of(threadIdx.x);
}

int main()
{
	Rate *rate;
	float h[8], *x;
	cudaMalloc(&rate, sizeof(Linear));
	cudaMalloc(&x, sizeof(h));
	make<<<1, 1>>>(rate);
	apply<<<1, 8>>>(rate, x);
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%g\n", h[7]);
	cudaFree(rate);
	cudaFree(x);
	return 0;
}
