// expect: out-of-bounds
// The guard `if (i < n)` is missing: the last block is only partly needed.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void scale(float *y, const float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = i < n ? x[i] : 0.0f;
	y[i] = a * v; // BUG
}

int main()
{
	const int n = 1000;
	float h[n], *x, *y;
	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaMalloc(&x, n * sizeof(float));
	cudaMalloc(&y, n * sizeof(float));
	cudaMemcpy(x, h, n * sizeof(float), cudaMemcpyHostToDevice);
	scale<<<(n + 255) / 256, 256>>>(y, x, 2.0f, n);
	cudaMemcpy(h, y, n * sizeof(float), cudaMemcpyDeviceToHost);
	printf("%g\n", h[999]);
	cudaFree(x);
	cudaFree(y);
	return 0;
}
