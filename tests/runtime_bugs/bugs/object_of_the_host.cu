// An object with a virtual function is made on the host and copied: its table of functions is the host's.
// expect: host-pointer
#include <cstdio>
#include <cuda_runtime.h>

struct Rate {
	__host__ __device__ virtual float of(float x) const = 0;
};

struct Linear : Rate {
	float a;
	__host__ __device__ Linear(float a) : a(a) { }
	__host__ __device__ float of(float x) const override { return a * x; }
};

__global__ void apply(const Rate *rate, float *x)
{
	x[threadIdx.x] = rate->of(threadIdx.x); // BUG
}

int main()
{
	Linear linear(2);
	Rate *rate;
	float h[8], *x;
	cudaMalloc(&rate, sizeof(linear));
	cudaMalloc(&x, sizeof(h));
	cudaMemcpy(rate, &linear, sizeof(linear), cudaMemcpyHostToDevice);
	apply<<<1, 8>>>(rate, x);
	cudaError_t e = cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%s\n", cudaGetErrorString(e));
	cudaFree(rate);
	cudaFree(x);
	return 0;
}
