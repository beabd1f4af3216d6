// expect: inactive-lane-read
// Every lane of the mask takes what a lane outside of it has, and stores the sum.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void add_other_half(float *out, const float *in)
{
	float v = in[threadIdx.x];
	if (threadIdx.x < 16) {
		v += __shfl_down_sync(0x0000ffff, v, 16); // BUG
		out[threadIdx.x] = v;
	}
}

int main()
{
	float host[32], *in, *out;
	for (int i = 0; i < 32; i++)
		host[i] = i;
	cudaMalloc(&in, sizeof(host));
	cudaMalloc(&out, sizeof(host));
	cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice);
	add_other_half<<<1, 32>>>(out, in);
	cudaMemcpy(host, out, 16 * sizeof(float), cudaMemcpyDeviceToHost);
	printf("%g\n", host[0]);
	cudaFree(in);
	cudaFree(out);
	return 0;
}
