// prints: 6 7
// Copies from pageable memory: their source is free at once, what came before them in their stream is done, and the other stream waits.
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
	int *h = (int *)malloc(n * sizeof(int)), *x, *y, *pinned, got;
	cudaStream_t copies, work;
	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaStreamCreate(&copies);
	cudaStreamCreate(&work);
	cudaMalloc(&x, n * sizeof(int));
	cudaMalloc(&y, n * sizeof(int));
	cudaMallocHost(&pinned, n * sizeof(int));
	cudaMemcpyAsync(x, h, n * sizeof(int), cudaMemcpyHostToDevice, copies);
	h[3] = 7;
	cudaStreamSynchronize(copies);
	twice<<<n / 256, 256, 0, work>>>(y, x, n);
	cudaMemcpyAsync(pinned, y, n * sizeof(int), cudaMemcpyDeviceToHost, work);
	cudaMemcpyAsync(x, h, n * sizeof(int), cudaMemcpyHostToDevice, work);
	cudaMemcpyAsync(&got, x + 3, sizeof got, cudaMemcpyDeviceToHost, work);
	printf("%d %d\n", pinned[3], got);
	cudaFree(x);
	cudaFree(y);
	cudaFreeHost(pinned);
	cudaStreamDestroy(copies);
	cudaStreamDestroy(work);
	free(h);
	return 0;
}
