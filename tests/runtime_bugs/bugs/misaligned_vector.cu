// expect: misaligned
// A float4 is loaded from an address that is a multiple of 4 bytes, not of 16.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sum4(float *out, const float *in, int offset)
{
	int i = threadIdx.x;
	float4 v = *(const float4 *)(in + offset + 4 * i); // BUG
	out[i] = v.x + v.y + v.z + v.w;
}

int main()
{
	const int n = 256;
	float h[n], *in, *out;
	for (int i = 0; i < n; i++)
		h[i] = 1;
	cudaMalloc(&in, sizeof(h));
	cudaMalloc(&out, 32 * sizeof(float));
	cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
	sum4<<<1, 32>>>(out, in, 2);
	cudaMemcpy(h, out, 32 * sizeof(float), cudaMemcpyDeviceToHost);
	printf("%g\n", h[0]);
	cudaFree(in);
	cudaFree(out);
	return 0;
}
