// Hint: symbol-in-part 21
// The copy's size is a number of elements.
#include <cstdio>
#include <cuda_runtime.h>

__constant__ float weights[64];

__global__ void weigh(float *out)
{
	out[threadIdx.x] = 2 * weights[threadIdx.x];
}

int main()
{
	float h[64], *out;
	for (int i = 0; i < 64; i++)
		h[i] = (float)(i + 1);
#ifdef FIXED
	cudaMemcpyToSymbol(weights, h, sizeof h);
#else
	cudaMemcpyToSymbol(weights, h, 64 * sizeof(char));
#endif
	cudaMalloc(&out, sizeof h);
	weigh<<<1, 64>>>(out);
	cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g\n", h[63]);
	cudaFree(out);
	return 0;
}
