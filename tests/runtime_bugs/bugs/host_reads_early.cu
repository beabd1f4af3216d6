// expect: async-host-race
// The host looks at the pinned buffer before the copy into it has ended.
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
	cudaStreamCreate(&s);
	cudaMallocHost(&h, n * sizeof(int));
	cudaMalloc(&x, n * sizeof(int));
	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaMemcpyAsync(x, h, n * sizeof(int), cudaMemcpyHostToDevice, s);
	square<<<n / 256, 256, 0, s>>>(x, n);
	cudaMemcpyAsync(h, x, n * sizeof(int), cudaMemcpyDeviceToHost, s);
	int seen = h[9]; // BUG
	cudaStreamSynchronize(s);
	printf("%d\n", seen);
	cudaStreamDestroy(s);
	cudaFreeHost(h);
	cudaFree(x);
	return 0;
}
