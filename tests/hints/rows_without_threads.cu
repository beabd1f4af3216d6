// Hint: one-dimension 29
// A product of matrices, whose rows have no threads: the block has all of them in a row.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void product(const float *a, const float *b, float *c, int n)
{
	int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= n || col >= n)
		return;
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += a[row * n + k] * b[k * n + col];
	c[row * n + col] = sum;
}

int main()
{
	const int n = 40;
	float h[n * n], *a, *c;
	for (int i = 0; i < n * n; i++)
		h[i] = i % 7;
	cudaMalloc(&a, sizeof h);
	cudaMalloc(&c, sizeof h);
	cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
#ifdef FIXED
	product<<<dim3(3, 3), dim3(16, 16)>>>(a, a, c, n);
#else
	product<<<dim3(3, 1), 256>>>(a, a, c, n);
#endif
	cudaMemcpy(h, c, n * sizeof(float), cudaMemcpyDeviceToHost);
	printf("%g\n", h[n - 1]);
	cudaFree(a);
	cudaFree(c);
	return 0;
}
