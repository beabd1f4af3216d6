// Expect: doubles 12
// Floats go in and out, but pow with a whole number computes in double.
#include <cstdio>
#include <cuda_runtime.h>

#define N (1 << 18)

__global__ void bend(float *y, const float *x)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifndef FIXED
	y[i] = pow(x[i], 3);
#else
	y[i] = powf(x[i], 3);
#endif
}

int main()
{
	float *x, *y, h;
	cudaMalloc(&x, N * sizeof(float));
	cudaMalloc(&y, N * sizeof(float));
	cudaMemset(x, 0, N * sizeof(float));
	bend<<<N / 256, 256>>>(y, x);
	cudaMemcpy(&h, y, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g\n", h);
	cudaFree(x);
	cudaFree(y);
	return 0;
}
