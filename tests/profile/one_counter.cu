// Expect: atomics 20
// Every thread adds to one element.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void total(const float *in, float *sum, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = i < n ? in[i] : 0;
#ifdef FIXED
	__shared__ float part[8];
	for (int d = 16; d; d >>= 1)
		v += __shfl_xor_sync(~0u, v, d);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = v;
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(sum, part[0] + part[1] + part[2] + part[3] + part[4] + part[5] + part[6] + part[7]);
#else
	atomicAdd(sum, v);
#endif
}

int main()
{
	const int n = 1 << 18;
	float *in, *sum;
	cudaMalloc(&in, n * sizeof(float));
	cudaMalloc(&sum, sizeof(float));
	cudaMemset(in, 0, n * sizeof(float));
	cudaMemset(sum, 0, sizeof(float));
	total<<<n / 256, 256>>>(in, sum, n);
	printf("%d\n", cudaDeviceSynchronize());
	cudaFree(in);
	cudaFree(sum);
	return 0;
}
