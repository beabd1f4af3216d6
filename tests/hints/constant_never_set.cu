// Hint: never-set 6
// The host computes the weights, and copies them nowhere.
#include <cstdio>
#include <cuda_runtime.h>

__constant__ float weights[16];
__constant__ float scale = 0;

__global__ void weigh(float *out, const float *x)
{
	out[threadIdx.x] = scale + weights[threadIdx.x % 16] * x[threadIdx.x];
}

int main()
{
	float w[16], h[64], *x, *out;
	for (int i = 0; i < 64; i++) {
		w[i % 16] = (float)(i % 16 + 1);
		h[i] = 1;
	}
	cudaMalloc(&x, sizeof h);
	cudaMalloc(&out, sizeof h);
	cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
#ifdef FIXED
	cudaMemcpyToSymbol(weights, w, sizeof w);
#endif
	weigh<<<1, 64>>>(out, x);
	cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g %g\n", h[3], w[3]);
	cudaFree(x);
	cudaFree(out);
	return 0;
}
