// prints: 120 8 15
// Lanes at a mask's end read past it, and nothing depends on what they get.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sum_of_half(float *out, const float *in)
{
	float v = in[threadIdx.x];
	if (threadIdx.x < 16) {
		for (int d = 8; d; d /= 2)
			v += __shfl_down_sync(0x0000ffff, v, d);
		if (threadIdx.x == 0)
			*out = v;
	}
}

__global__ void first_half_adds(float *out, const float *in)
{
	float v = in[threadIdx.x];
	if (threadIdx.x < 16) {
		float other = __shfl_down_sync(0x0000ffff, v, 8);
		out[threadIdx.x] = threadIdx.x < 8 ? v + other : v;
	}
}

int main()
{
	float host[32], *in, *out, sum;
	for (int i = 0; i < 32; i++)
		host[i] = i;
	cudaMalloc(&in, sizeof(host));
	cudaMalloc(&out, sizeof(host));
	cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice);
	sum_of_half<<<1, 32>>>(out, in);
	cudaMemcpy(&sum, out, sizeof(sum), cudaMemcpyDeviceToHost);
	first_half_adds<<<1, 32>>>(out, in);
	cudaMemcpy(host, out, 16 * sizeof(float), cudaMemcpyDeviceToHost);
	printf("%g %g %g\n", sum, host[0], host[15]);
	cudaFree(in);
	cudaFree(out);
	return 0;
}
