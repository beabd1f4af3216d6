// Expect: local 18
// A thread's own array with an index that is no constant lies in local memory.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void pick(const int *in, float *out, int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifndef FIXED
	float own[16];
	for (int k = 0; k < 16; k++)
		own[k] = k * 0.5f;
#endif
	float sum = 0;
	int at = in[i];
	for (int k = 0; k < rounds; k++) {
#ifndef FIXED
		sum += own[at & 15] + own[at >> 4 & 15] * own[at >> 8 & 15] - own[at >> 12 & 15] * own[at >> 16 & 15];
#else
		sum += (at & 15) * 0.5f + (at >> 4 & 15) * 0.25f * (at >> 8 & 15) - (at >> 12 & 15) * 0.25f * (at >> 16 & 15);
#endif
		at = at * 5 + 1;
	}
	out[i] = sum;
}

int main()
{
	const int n = 132 * 1024;
	int *in;
	float *out;
	cudaMalloc(&in, n * sizeof(int));
	cudaMalloc(&out, n * sizeof(float));
	cudaMemset(in, 1, n * sizeof(int));
	pick<<<n / 256, 256>>>(in, out, 64);
	printf("%d\n", cudaDeviceSynchronize());
	cudaFree(in);
	cudaFree(out);
	return 0;
}
