// Expect: doubles 15
// M_PI is a double, and so the sine is one.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

#define N (1 << 18)

__global__ void wave(float *y, const float *x)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = x[i];
	for (int k = 0; k < 8; k++)
#ifndef FIXED
		v = sin(v * M_PI);
#else
		v = sinf(v * (float)M_PI);
#endif
	y[i] = v;
}

int main()
{
	float *x, *y, h;
	cudaMalloc(&x, N * sizeof(float));
	cudaMalloc(&y, N * sizeof(float));
	cudaMemset(x, 0, N * sizeof(float));
	wave<<<N / 256, 256>>>(y, x);
	cudaMemcpy(&h, y, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g\n", h);
	cudaFree(x);
	cudaFree(y);
	return 0;
}
