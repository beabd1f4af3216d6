// Expect: store-sectors 14
// Each thread fills a piece of its own: neighbours write 64 bytes apart.
#include <cstdio>
#include <cuda_runtime.h>

#define N   (1 << 20)
#define PER 16

__global__ void fill(float *out)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < PER; k++)
#ifndef FIXED
		out[t * PER + k] = t + k;
#else
		out[k * (N / PER) + t] = t + k;
#endif
}

int main()
{
	float *out, h;
	cudaMalloc(&out, N * sizeof(float));
	fill<<<N / PER / 128, 128>>>(out);
	cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g\n", h);
	cudaFree(out);
	return 0;
}
