// expect: use-after-free
// The input is freed between two launches that use it.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void scale(float *y, const float *x, float a)
{
	int i = threadIdx.x;
	y[i] = a * x[i]; // BUG
}

int main()
{
	const int n = 128;
	float h[n], *x, *y;
	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaMalloc(&x, sizeof(h));
	cudaMalloc(&y, sizeof(h));
	cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
	scale<<<1, n>>>(y, x, 2.0f);
	cudaFree(x);
	scale<<<1, n>>>(y, x, 3.0f);
	cudaMemcpy(h, y, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%g\n", h[1]);
	cudaFree(y);
	return 0;
}
