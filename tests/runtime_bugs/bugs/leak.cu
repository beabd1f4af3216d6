// expect: leak
// Every call of norm() leaves its scratch array behind.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void squares(float *out, const float *x, int n)
{
	int i = threadIdx.x;
	if (i < n)
		out[i] = x[i] * x[i];
}

static float norm2(const float *x, int n)
{
	float *scratch, h[64], sum = 0;
	cudaMalloc(&scratch, n * sizeof(float)); // BUG
	squares<<<1, 64>>>(scratch, x, n);
	cudaMemcpy(h, scratch, n * sizeof(float), cudaMemcpyDeviceToHost);
	for (int i = 0; i < n; i++)
		sum += h[i];
	return sum;
}

int main()
{
	float h[64], *x, last = 0;
	for (int i = 0; i < 64; i++)
		h[i] = 1;
	cudaMalloc(&x, sizeof(h));
	cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
	for (int turn = 0; turn < 5; turn++)
		last = norm2(x, 64);
	printf("%g\n", last);
	cudaFree(x);
	return 0;
}
