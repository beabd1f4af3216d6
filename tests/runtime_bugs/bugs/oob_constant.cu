// expect: out-of-bounds
// The filter has 2 * R taps, the loop wants 2 * R + 1.
#include <cstdio>
#include <cuda_runtime.h>

#define R 4

__constant__ float taps[2 * R];
__constant__ float gain[64];

__global__ void convolve(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int k = -R; k <= R; k++)
		if (i + k >= 0 && i + k < n)
			sum += taps[k + R] * in[i + k]; // BUG
	if (i < n)
		out[i] = sum * gain[i % 64];
}

int main()
{
	const int n = 256;
	float h[n], w[2 * R], g[64], *in, *out;
	for (int i = 0; i < n; i++)
		h[i] = i;
	for (int i = 0; i < 64; i++)
		g[i] = 1;
	for (int i = 0; i < 2 * R; i++)
		w[i] = 0.125f;
	cudaMalloc(&in, sizeof(h));
	cudaMalloc(&out, sizeof(h));
	cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
	cudaMemcpyToSymbol(taps, w, sizeof(w));
	cudaMemcpyToSymbol(gain, g, sizeof(g));
	convolve<<<n / 64, 64>>>(out, in, n);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%g\n", h[100]);
	cudaFree(in);
	cudaFree(out);
	return 0;
}
