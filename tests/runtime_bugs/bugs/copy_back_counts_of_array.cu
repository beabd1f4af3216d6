// expect: copy-size
// Memory for an array, and a copy back of as many bytes as it has elements.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(unsigned *out)
{
	atomicAdd(&out[threadIdx.x], threadIdx.x);
}

int main()
{
	unsigned *d, h[256] = { 0 };
	cudaMalloc(&d, sizeof h);
	cudaMemset(d, 0, sizeof h);
	fill<<<1, 256>>>(d);
	cudaMemcpy(h, d, 256, cudaMemcpyDeviceToHost); // BUG
	printf("%u\n", h[200]);
	cudaFree(d);
	return 0;
}
