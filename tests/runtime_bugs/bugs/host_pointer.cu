// expect: host-pointer
// The kernel is given the host's array instead of the device's.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void add(float *out, const float *a, const float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = a[i] + b[i]; // BUG
}

int main()
{
	const int n = 256;
	float *h_a = (float *)malloc(n * sizeof(float)), *h_b = (float *)malloc(n * sizeof(float));
	float *d_a, *d_b, *d_out;
	for (int i = 0; i < n; i++)
		h_a[i] = h_b[i] = i;
	cudaMalloc(&d_a, n * sizeof(float));
	cudaMalloc(&d_b, n * sizeof(float));
	cudaMalloc(&d_out, n * sizeof(float));
	cudaMemcpy(d_a, h_a, n * sizeof(float), cudaMemcpyHostToDevice);
	cudaMemcpy(d_b, h_b, n * sizeof(float), cudaMemcpyHostToDevice);
	add<<<1, n>>>(d_out, d_a, h_b, n); // BUG
	cudaMemcpy(h_a, d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
	printf("%g\n", h_a[3]);
	cudaFree(d_a);
	cudaFree(d_b);
	cudaFree(d_out);
	free(h_a);
	free(h_b);
	return 0;
}
