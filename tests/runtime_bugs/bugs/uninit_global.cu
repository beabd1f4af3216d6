// expect: uninitialised-read
// cudaMalloc does not clear memory; on a fresh GPU it often happens to be zero.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void accumulate(float *sum, const float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		sum[i] += x[i]; // BUG
}

int main()
{
	const int n = 512;
	float h[n], *x, *sum;
	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaMalloc(&x, sizeof(h));
	cudaMalloc(&sum, sizeof(h));
	cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
	for (int turn = 0; turn < 3; turn++)
		accumulate<<<n / 128, 128>>>(sum, x, n);
	cudaMemcpy(h, sum, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%g\n", h[5]);
	cudaFree(x);
	cudaFree(sum);
	return 0;
}
