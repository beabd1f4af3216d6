// expect: stream-race
// The copy from pageable memory returns when its bytes are in the driver's buffer: the other stream's kernel may come before they are in the array.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void twice(int *y, const int *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = 2 * x[i];
}

int main()
{
	const int n = 4096;
	int *h = (int *)malloc(n * sizeof(int)), *x, *y;
	cudaStream_t copies, work;
	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaStreamCreate(&copies);
	cudaStreamCreate(&work);
	cudaMalloc(&x, n * sizeof(int));
	cudaMalloc(&y, n * sizeof(int));
	cudaMemcpyAsync(x, h, n * sizeof(int), cudaMemcpyHostToDevice, copies); // BUG
	twice<<<n / 256, 256, 0, work>>>(y, x, n); // BUG
	cudaMemcpyAsync(h, y, n * sizeof(int), cudaMemcpyDeviceToHost, work);
	printf("%d\n", h[3]);
	cudaFree(x);
	cudaFree(y);
	cudaStreamDestroy(copies);
	cudaStreamDestroy(work);
	free(h);
	return 0;
}
