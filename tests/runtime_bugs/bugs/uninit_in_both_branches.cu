// expect: uninitialised-read
// Both branches read the element: compilers read it before the branch, at no line.
#include <cstdio>
__global__ void either(const float *a, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		if (i % 2)
			out[i] = a[i] * 2; // BUG
		else
			out[i] = a[i] + 1; // BUG
	}
}

int main()
{
	const int n = 250;
	float *a, *d, h[n];
	cudaMalloc(&a, n * sizeof(float));
	cudaMalloc(&d, n * sizeof(float));
	either<<<4, 64>>>(a, d, n);
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g\n", h[5]);
	cudaFree(a);
	cudaFree(d);
}
