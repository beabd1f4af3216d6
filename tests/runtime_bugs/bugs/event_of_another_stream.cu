// expect: async-host-race
// The host waits for the event of stream b, and reads what a kernel in stream a writes.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int *x, int n, int v)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		x[i] = v;
}

int main()
{
	const int n = 1024;
	int *flags, *result, *d, *h;
	cudaStream_t a, b;
	cudaEvent_t done;

	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cudaEventCreate(&done);
	cudaMallocHost(&flags, n * sizeof(int));
	cudaMallocHost(&result, n * sizeof(int));
	cudaMallocHost(&h, n * sizeof(int));
	cudaMalloc(&d, n * sizeof(int));
	fill<<<4, 256, 0, a>>>(result, n, 1);
	fill<<<4, 256, 0, a>>>(flags, n / 2, 1);
	flags[n - 1] = 2; // nobody else uses this element
	cudaMemsetAsync(d, 0, n * sizeof(int), b);
	cudaMemcpyAsync(h, d, n * sizeof(int), cudaMemcpyDeviceToHost, b);
	cudaEventRecord(done, b);
	cudaEventSynchronize(done);
	int seen = result[5]; // BUG
	cudaDeviceSynchronize();
	printf("%d %d\n", seen, h[0] + flags[n - 1]);
	cudaEventDestroy(done);
	cudaStreamDestroy(a);
	cudaStreamDestroy(b);
	cudaFreeHost(flags);
	cudaFreeHost(result);
	cudaFreeHost(h);
	cudaFree(d);
}
