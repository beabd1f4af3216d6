// expect: invalid-handle
// options: --devices 2
// The second device is current, but the stream belongs to the first.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void increment(int *x)
{
	x[threadIdx.x]++;
}

int main()
{
	int h[32], *x;
	cudaStream_t s;
	cudaStreamCreate(&s);
	cudaSetDevice(1);
	cudaMalloc(&x, sizeof(h));
	cudaMemset(x, 0, sizeof(h));
	increment<<<1, 32, 0, s>>>(x); // BUG
	printf("%s\n", cudaGetErrorName(cudaGetLastError()));
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	cudaFree(x);
	cudaStreamDestroy(s);
	return 0;
}
