// Expect: allocations 20
// Each turn of the loop allocates its memory and frees it.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void set(float *x, float value)
{
	x[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

int main()
{
	const int n = 1 << 14;
	float *x;
#ifdef FIXED
	cudaMalloc(&x, n * sizeof(float));
#endif
	for (int k = 0; k < 50; k++) {
#ifndef FIXED
		cudaMalloc(&x, n * sizeof(float));
#endif
		set<<<n / 256, 256>>>(x, (float)k);
#ifndef FIXED
		cudaFree(x);
#endif
	}
#ifdef FIXED
	cudaFree(x);
#endif
	printf("%d\n", cudaDeviceSynchronize());
	return 0;
}
