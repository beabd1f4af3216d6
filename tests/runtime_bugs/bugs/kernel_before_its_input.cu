// expect: stream-race
// The copy and the kernel that reads what it brings are in different streams, and nothing orders them. What the kernel reads is not
// written when it runs first: that is the same mistake.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void increment(int *to, const int *from, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		to[i] = from[i] + 1;
}

int main()
{
	const int n = 1000;
	int *in, *out, *from, *to;
	cudaStream_t copies, work;
	cudaStreamCreate(&copies);
	cudaStreamCreate(&work);
	cudaMallocHost(&in, n * sizeof(int));
	cudaMallocHost(&out, n * sizeof(int));
	cudaMalloc(&from, n * sizeof(int));
	cudaMalloc(&to, n * sizeof(int));
	for (int i = 0; i < n; i++)
		in[i] = i;
	cudaMemcpyAsync(from, in, n * sizeof(int), cudaMemcpyHostToDevice, copies); // BUG
	increment<<<(n + 255) / 256, 256, 0, work>>>(to, from, n); // BUG
	cudaMemcpyAsync(out, to, n * sizeof(int), cudaMemcpyDeviceToHost, work);
	cudaStreamSynchronize(work);
	cudaStreamSynchronize(copies);
	printf("%d\n", out[n - 1]);
	cudaFree(from);
	cudaFree(to);
	cudaFreeHost(in);
	cudaFreeHost(out);
	cudaStreamDestroy(copies);
	cudaStreamDestroy(work);
	return 0;
}
