// Expect: launches 24
// A launch for each row, which the kernel gets by its number.
#include <cstdio>
#include <cuda_runtime.h>

#define W 1024
#define H 128

__global__ void twice(float *x, int row)
{
#ifdef FIXED
	row = blockIdx.y;
#endif
	x[row * W + blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

int main()
{
	float *x, h;
	cudaMalloc(&x, W * H * sizeof(float));
	cudaMemset(x, 0, W * H * sizeof(float));
#ifndef FIXED
	for (int row = 0; row < H; row++)
		twice<<<W / 256, 256>>>(x, row);
#else
	twice<<<dim3(W / 256, H), 256>>>(x, 0);
#endif
	cudaMemcpy(&h, x, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g\n", h);
	cudaFree(x);
	return 0;
}
