// Expect: at-limit 19
// A kernel that cannot be faster: it moves its bytes at the memory's rate.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void copy(const float4 *in, float4 *out)
{
	size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
	out[i] = in[i];
}

int main()
{
	const int n = 1 << 23;
	float4 *in, *out;
	cudaMalloc(&in, n * sizeof(float4));
	cudaMalloc(&out, n * sizeof(float4));
	cudaMemset(in, 0, n * sizeof(float4));
	copy<<<n / 256, 256>>>(in, out);
	printf("%d\n", cudaDeviceSynchronize());
	cudaFree(in);
	cudaFree(out);
	return 0;
}
