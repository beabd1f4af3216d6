// expect: uninitialised-read
// What nothing has written is moved to another array, and a second kernel adds to it.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void move(float *to, const float *from, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		to[i] = from[i];
}

__global__ void add(float *out, const float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = x[i] + 1; // BUG
}

int main()
{
	const int n = 500;
	float *a, *b, *c, h[n];
	cudaMalloc(&a, n * sizeof(float));
	cudaMalloc(&b, n * sizeof(float));
	cudaMalloc(&c, n * sizeof(float));
	move<<<2, 256>>>(b, a, n);
	add<<<2, 256>>>(c, b, n);
	cudaMemcpy(h, c, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[7] == 1);
	cudaFree(a); cudaFree(b); cudaFree(c);
	return 0;
}
