// expect: stream-race
// The consumer's stream does not wait for the producer's.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void produce(int *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = i;
}

__global__ void consume(int *y, const int *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = 2 * x[i];
}

int main()
{
	const int n = 1024;
	int h[n], *x, *y;
	cudaStream_t first, second;
	cudaStreamCreate(&first);
	cudaStreamCreate(&second);
	cudaMalloc(&x, sizeof(h));
	cudaMalloc(&y, sizeof(h));
	cudaMemset(x, 0, sizeof(h));
	cudaDeviceSynchronize();
	produce<<<n / 256, 256, 0, first>>>(x, n);
	consume<<<n / 256, 256, 0, second>>>(y, x, n); // BUG
	cudaDeviceSynchronize();
	cudaMemcpy(h, y, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[3]);
	cudaFree(x);
	cudaFree(y);
	cudaStreamDestroy(first);
	cudaStreamDestroy(second);
	return 0;
}
