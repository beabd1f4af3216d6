// expect: divergent-barrier
// The two sides of an `if` wait at barriers of their own.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void ends(int *out, const int *in)
{
	__shared__ int s[64];
	int t = threadIdx.x;
	if (t % 64 < 32) {
		s[t] = in[t];
		__syncthreads(); // BUG
		out[t] = s[63 - t];
	} else {
		s[t] = 2 * in[t];
		__syncthreads(); // BUG
		out[t] = s[t - 32];
	}
}

int main()
{
	int h[64], *in, *out;
	for (int i = 0; i < 64; i++)
		h[i] = i;
	cudaMalloc(&in, sizeof(h));
	cudaMalloc(&out, sizeof(h));
	cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
	ends<<<1, 64>>>(out, in);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[0]);
	cudaFree(in);
	cudaFree(out);
	return 0;
}
