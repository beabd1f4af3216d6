// expect: stream-race
// A non-blocking stream does not wait for the default stream, as a plain one would.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void clear(int *x)
{
	x[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

__global__ void count(int *x, int k)
{
	x[blockIdx.x * blockDim.x + threadIdx.x] += k;
}

int main()
{
	const int n = 512;
	int h[n], *x;
	cudaStream_t s;
	cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	cudaMalloc(&x, sizeof(h));
	clear<<<n / 128, 128>>>(x);
	count<<<n / 128, 128, 0, s>>>(x, 3); // BUG
	cudaDeviceSynchronize();
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[7]);
	cudaStreamDestroy(s);
	cudaFree(x);
	return 0;
}
