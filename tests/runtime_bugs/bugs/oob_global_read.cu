// expect: out-of-bounds
// A three-point stencil reads the neighbour of the last element.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void smooth(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i > 0 && i < n)
		out[i] = 0.25f * in[i - 1] + 0.5f * in[i] + 0.25f * in[i + 1]; // BUG
	else if (i == 0)
		out[i] = in[i];
}

int main()
{
	const int n = 512;
	float h[n], *in, *out;
	for (int i = 0; i < n; i++)
		h[i] = i % 7;
	cudaMalloc(&in, sizeof(h));
	cudaMalloc(&out, sizeof(h));
	cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
	smooth<<<n / 128, 128>>>(out, in, n);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%g\n", h[10]);
	cudaFree(in);
	cudaFree(out);
	return 0;
}
