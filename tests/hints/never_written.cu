// Hint: never-written 25
// The kernel writes to its input.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void scale(float *in, float *out, int n) 
{
	int i = threadIdx.x + blockIdx.x * blockDim.x;
	if (i < n)
#ifdef FIXED
		out[i] = 2 * in[i];
#else
		in[i] = 2 * in[i];
#endif
}

int main()
{
	const int n = 512;
	float h[n], *in, *out;
	for (int i = 0; i < n; i++) h[i] = i;
	cudaMalloc(&in, sizeof h); cudaMalloc(&out, sizeof h);
	cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
	cudaMemset(out, 0, sizeof h);
	scale<<<2, 256>>>(in, out, n);
	cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g\n", h[5]);
	cudaFree(in); cudaFree(out);
}
