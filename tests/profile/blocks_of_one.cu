// Expect: small-blocks 22
// A block for each element, with one thread.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void scale(float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = x[i] * 2.0f;
}

int main()
{
	const int n = 1 << 16;
	float *x;
	cudaMalloc(&x, n * sizeof(float));
	cudaMemset(x, 0, n * sizeof(float));
#ifdef FIXED
	scale<<<n / 256, 256>>>(x, n);
#else
	scale<<<n, 1>>>(x, n);
#endif
	printf("%d\n", cudaDeviceSynchronize());
	cudaFree(x);
	return 0;
}
