// Expect: migrations 26
// Between the kernels the host reads managed memory that they use: its pages move to the host and back.
#include <cstdio>
#include <cuda_runtime.h>

#define N (1 << 18)

__global__ void step(float *x)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	x[i] = x[i] * 0.5f + 1;
}

__global__ void total(const float *x, float *sum)
{
	atomicAdd(sum, x[blockIdx.x * N / 256]);
}

int main()
{
	float *x, *sum, all = 0, h;
	cudaMallocManaged(&x, N * sizeof(float));
	cudaMalloc(&sum, sizeof(float));
	cudaMemset(sum, 0, sizeof(float));
	for (int k = 0; k < 10; k++) {
		step<<<N / 256, 256>>>(x);
#ifndef FIXED
		cudaDeviceSynchronize();
		for (int i = 0; i < N; i += N / 256)
			all += x[i];
#else
		total<<<256, 1>>>(x, sum);
#endif
	}
	cudaMemcpy(&h, sum, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g\n", all + h);
	cudaFree(x);
	cudaFree(sum);
	return 0;
}
