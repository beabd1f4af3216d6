// Hint: never-read 22
// The kernel gets x twice, and never y.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void add(float *out, const float *a, const float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = a[i] + b[i];
}

int main()
{
	const int n = 1000;
	float h[n] = { 0 }, *out, *x, *y;
	cudaMalloc(&out, n * sizeof(float));
	cudaMalloc(&x, n * sizeof(float));
	cudaMalloc(&y, n * sizeof(float));

	cudaMemcpy(x, h, n * sizeof(float), cudaMemcpyHostToDevice);
	cudaMemcpy(y, h, n * sizeof(float), cudaMemcpyHostToDevice);
#ifdef FIXED
	add<<<4, 256>>>(out, x, y, n);
#else
	add<<<4, 256>>>(out, x, x, n);
#endif
	cudaMemcpy(h, out, n * sizeof(float), cudaMemcpyDeviceToHost);
	printf("%g\n", h[0]);
	cudaFree(out);
	cudaFree(x);
	cudaFree(y);
	return 0;
}
