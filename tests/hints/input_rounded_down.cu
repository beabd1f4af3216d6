// Hint: part-never-read 27
// The grid is rounded down: the last elements are not counted.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void count(const int *x, int *even, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && x[i] % 2 == 0)
		atomicAdd(even, 1);
}

int main()
{
	const int n = 100000;
	int h[n], *x, *even, got;
	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaMalloc(&x, n * sizeof(int));
	cudaMalloc(&even, sizeof(int));
	cudaMemcpy(x, h, n * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemset(even, 0, sizeof(int));
#ifdef FIXED
	count<<<(n + 255) / 256, 256>>>(x, even, n);
#else

	count<<<n / 256, 256>>>(x, even, n);
#endif
	cudaMemcpy(&got, even, sizeof got, cudaMemcpyDeviceToHost);
	printf("%d\n", got);
	cudaFree(x);
	cudaFree(even);
	return 0;
}
