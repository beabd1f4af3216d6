// expect: data-race-global
// A stencil in place: the neighbour may belong to another block, and may be new or old.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void smooth(float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 1 < n) {
		float mean = 0.5f * (x[i] + x[i + 1]); // BUG
		__syncwarp();
		x[i] = mean; // BUG
	}
}

int main()
{
	const int n = 1025;
	float h[n], *x;
	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaMalloc(&x, sizeof(h));
	cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
	smooth<<<4, 256>>>(x, n);
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%g\n", h[0]);
	cudaFree(x);
	return 0;
}
