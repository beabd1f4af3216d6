// Expect: divergence 15
// Odd and even lanes take different ways, and each way is long.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void work(float *x, int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = x[i];
#ifdef FIXED
	int way = threadIdx.x / 32 % 4;
#else
	int way = threadIdx.x % 4;
#endif
	if (way == 0)
		for (int k = 0; k < rounds; k++) v = v * 0.5f + 1.0f;
	else if (way == 1)
		for (int k = 0; k < rounds; k++) v = v * v - 0.25f;
	else if (way == 2)
		for (int k = 0; k < rounds; k++) v = fminf(v, 3.0f) - v * 0.125f;
	else
		for (int k = 0; k < rounds; k++) v = (v + 2.0f) * 0.75f;
	x[i] = v;
}

int main()
{
	const int n = 132 * 1024;
	float *x;
	cudaMalloc(&x, n * sizeof(float));
	cudaMemset(x, 0, n * sizeof(float));
	work<<<n / 256, 256>>>(x, 200);
	printf("%d\n", cudaDeviceSynchronize());
	cudaFree(x);
	return 0;
}
