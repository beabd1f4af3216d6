// Expect: few-blocks 21
// One block does all of the work.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void scale(float *x, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		x[i] = x[i] * 2.0f + 1.0f;
}

int main()
{
	const int n = 1 << 18;
	float *x;
	cudaMalloc(&x, n * sizeof(float));
	cudaMemset(x, 0, n * sizeof(float));
#ifdef FIXED
	scale<<<528, 256>>>(x, n);
#else
	scale<<<1, 256>>>(x, n);
#endif
	printf("%d\n", cudaDeviceSynchronize());
	cudaFree(x);
	return 0;
}
