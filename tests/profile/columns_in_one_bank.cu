// Expect: bank-conflicts 21
// All lanes of a warp use words of one bank of shared memory.
#include <cstdio>
#include <cuda_runtime.h>

#ifdef FIXED
#define STRIDE 33
#else
#define STRIDE 32
#endif

__global__ void mix(const float *in, float *out, int rounds)
{
	__shared__ float tile[32 * STRIDE];
	int i = blockIdx.x * 1024 + threadIdx.x, row = threadIdx.x / 32, column = threadIdx.x % 32;

	tile[row * STRIDE + column] = in[i];
	__syncthreads();
	float sum = 0;
	for (int k = 0; k < rounds; k++)
		sum += tile[column * STRIDE + (row + k) % 32];
	out[i] = sum;
}

int main()
{
	const int blocks = 132, n = blocks * 1024;
	float *in, *out;
	cudaMalloc(&in, n * sizeof(float));
	cudaMalloc(&out, n * sizeof(float));
	cudaMemset(in, 0, n * sizeof(float));
	mix<<<blocks, 1024>>>(in, out, 64);
	printf("%d\n", cudaDeviceSynchronize());
	cudaFree(in);
	cudaFree(out);
	return 0;
}
