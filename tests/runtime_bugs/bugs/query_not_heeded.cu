// expect: async-host-race
// The program asks twice whether the copy has ended, prints the answers, and reads the buffer whatever they were.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void square(int *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] *= x[i];
}

int main()
{
	const int n = 4096;
	int *h, *x;
	cudaStream_t s;
	cudaEvent_t copied;
	cudaStreamCreate(&s);
	cudaEventCreate(&copied);
	cudaMallocHost(&h, n * sizeof(int));
	cudaMalloc(&x, n * sizeof(int));
	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaMemcpyAsync(x, h, n * sizeof(int), cudaMemcpyHostToDevice, s);
	square<<<n / 256, 256, 0, s>>>(x, n);
	cudaMemcpyAsync(h, x, n * sizeof(int), cudaMemcpyDeviceToHost, s);
	cudaEventRecord(copied, s);
	if (cudaEventQuery(copied) != cudaSuccess)
		puts("not yet");
	puts(cudaEventQuery(copied) == cudaSuccess ? "now" : "not yet, either");
	int seen = h[9]; // BUG
	cudaStreamSynchronize(s);
	printf("%d\n", seen);
	cudaEventDestroy(copied);
	cudaStreamDestroy(s);
	cudaFreeHost(h);
	cudaFree(x);
	return 0;
}
