// Expect: divisions 15
// A tree whose threads are chosen by a remainder: it divides, and leaves some lanes of each warp at work.
#include <cstdio>
#include <cuda_runtime.h>

#define N (1 << 18)

__global__ void sum(const int *in, int *out, int first)
{
	__shared__ int s[256];
	int tid = threadIdx.x;
	s[tid] = in[blockIdx.x * blockDim.x + tid];
	__syncthreads();
#ifndef FIXED
	for (int k = first; k < 256; k *= 2) { if (tid % (2 * k) == 0)
#else
	for (int k = 128 * first; k > 0; k /= 2) { if (tid < k)
#endif
			s[tid] += s[tid + k];
		__syncthreads();
	}
	if (tid == 0)
		out[blockIdx.x] = s[0];
}

int main()
{
	int *in, *out, h;
	cudaMalloc(&in, N * sizeof(int));
	cudaMalloc(&out, N / 256 * sizeof(int));
	cudaMemset(in, 0, N * sizeof(int));
	sum<<<N / 256, 256>>>(in, out, 1);
	cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h);
	cudaFree(in);
	cudaFree(out);
	return 0;
}
