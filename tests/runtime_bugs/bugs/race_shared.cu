// expect: data-race-shared
// __syncthreads() is missing between writing the tile and reading it.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void reverse_blocks(int *x)
{
	__shared__ int tile[256];
	int base = blockIdx.x * 256, t = threadIdx.x;
	tile[t] = x[base + t];
	x[base + t] = tile[255 - t]; // BUG
}

int main()
{
	const int n = 1024;
	int h[n], *x;
	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaMalloc(&x, sizeof(h));
	cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
	reverse_blocks<<<n / 256, 256>>>(x);
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[0]);
	cudaFree(x);
	return 0;
}
