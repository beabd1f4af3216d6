// Hint: one-dimension 21
// The kernel takes the batch from blockIdx.y.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void batch(const float *x, float *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, b = blockIdx.y;
	if (i < n) y[b * n + i] = 2 * x[b * n + i];
}
int main()
{
	const int n = 100, batches = 8;
	float h[n * batches], *x, *y;
	for (int i = 0; i < n * batches; i++) h[i] = i;
	cudaMalloc(&x, sizeof h); cudaMalloc(&y, sizeof h);
	cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
	cudaMemcpy(y, h, sizeof h, cudaMemcpyHostToDevice);
#ifdef FIXED
	batch<<<dim3(1, batches), 128>>>(x, y, n);
#else
	batch<<<1, 128>>>(x, y, n);
#endif
	cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g\n", h[n * batches - 1]);
	cudaFree(x); cudaFree(y);
}
