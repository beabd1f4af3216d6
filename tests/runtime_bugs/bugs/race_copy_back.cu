// expect: stream-race
// An event is recorded, but no stream waits for it.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void work(int *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		for (int k = 0; k < 100; k++)
			x[i] = x[i] * 3 + k;
}

int main()
{
	const int n = 1024;
	int *h, *x;
	cudaStream_t compute, back;
	cudaEvent_t done;
	cudaStreamCreate(&compute);
	cudaStreamCreate(&back);
	cudaEventCreate(&done);
	cudaMallocHost(&h, n * sizeof(int));
	cudaMalloc(&x, n * sizeof(int));
	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaMemcpyAsync(x, h, n * sizeof(int), cudaMemcpyHostToDevice, compute);
	work<<<n / 256, 256, 0, compute>>>(x, n);
	cudaEventRecord(done, compute);
	cudaMemcpyAsync(h, x, n * sizeof(int), cudaMemcpyDeviceToHost, back); // BUG
	cudaStreamSynchronize(back);
	cudaStreamSynchronize(compute);
	printf("%d\n", h[0]);
	cudaEventDestroy(done);
	cudaStreamDestroy(compute);
	cudaStreamDestroy(back);
	cudaFreeHost(h);
	cudaFree(x);
	return 0;
}
