// expect: out-of-bounds
// advice: min() on line 8 limits the index
// An index is limited to n, where the last element is n - 1.
#include <cstdio>
__global__ void blur(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int right = min(i + 2, n);
	if (i < n)
		out[i] = in[i] + in[right]; // BUG
}

int main()
{
	const int n = 250;
	float *a, *d, h[n];
	cudaMalloc(&a, n * sizeof(float));
	cudaMalloc(&d, n * sizeof(float));
	cudaMemset(a, 0, n * sizeof(float));
	blur<<<4, 64>>>(a, d, n);
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g\n", h[5]);
	cudaFree(a);
	cudaFree(d);
}
