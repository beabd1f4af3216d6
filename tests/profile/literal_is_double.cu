// Expect: doubles 12
// A literal without its f makes the line compute in double precision.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void decay(float *x, int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = x[i];
	for (int k = 0; k < rounds; k++)
#ifndef FIXED
		v = v * 0.99 + 0.01;
#else
		v = v * 0.99f + 0.01f;
#endif
	x[i] = v;
}

int main()
{
	const int n = 132 * 1024;
	float *x;
	cudaMalloc(&x, n * sizeof(float));
	cudaMemset(x, 0, n * sizeof(float));
	decay<<<n / 256, 256>>>(x, 64);
	printf("%d\n", cudaDeviceSynchronize());
	cudaFree(x);
	return 0;
}
