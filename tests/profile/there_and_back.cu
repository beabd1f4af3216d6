// Expect: copies-back 21
// The data go to the host and back between the kernels, unchanged.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void step(float *x)
{
	x[blockIdx.x * blockDim.x + threadIdx.x] += 1.0f;
}

int main()
{
	const int n = 1 << 16;
	float *h = new float[n](), *x;
	cudaMalloc(&x, n * sizeof(float));
	cudaMemcpy(x, h, n * sizeof(float), cudaMemcpyHostToDevice);
	for (int k = 0; k < 10; k++) {
		step<<<n / 256, 256>>>(x);
#ifndef FIXED
		cudaMemcpy(h, x, n * sizeof(float), cudaMemcpyDeviceToHost);
		cudaMemcpy(x, h, n * sizeof(float), cudaMemcpyHostToDevice);
#endif
	}
	cudaMemcpy(h, x, n * sizeof(float), cudaMemcpyDeviceToHost);
	printf("%g\n", h[0]);
	cudaFree(x);
	delete[] h;
	return 0;
}
