// expect: out-of-bounds
// The tile has no room for the halo on the right.
#include <cstdio>
#include <cuda_runtime.h>

#define BLOCK 128

__global__ void difference(int *out, const int *in, int n)
{
	__shared__ int tile[BLOCK];
	int i = blockIdx.x * BLOCK + threadIdx.x;

	tile[threadIdx.x] = in[i];
	if (threadIdx.x == BLOCK - 1)
		tile[threadIdx.x + 1] = i + 1 < n ? in[i + 1] : 0; // BUG
	__syncthreads();
	out[i] = (threadIdx.x + 1 < BLOCK ? tile[threadIdx.x + 1] : 0) - tile[threadIdx.x];
}

int main()
{
	const int n = 1024;
	int h[n], *in, *out;
	for (int i = 0; i < n; i++)
		h[i] = i * i;
	cudaMalloc(&in, sizeof(h));
	cudaMalloc(&out, sizeof(h));
	cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
	difference<<<n / BLOCK, BLOCK>>>(out, in, n);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[3]);
	cudaFree(in);
	cudaFree(out);
	return 0;
}
