// expect: divergent-barrier
// Both branches have a barrier, but they are two barriers, and the threads of one warp part.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void split(int *out, const int *in)
{
	__shared__ int tile[64];
	int i = threadIdx.x;
	tile[i] = in[i];
	if (i % 4 < 2) {
		__syncthreads(); // BUG
		out[i] = tile[63 - i];
	} else {
		__syncthreads(); // BUG
		out[i] = -tile[63 - i];
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
	split<<<1, 64>>>(out, in);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[1]);
	cudaFree(in);
	cudaFree(out);
	return 0;
}
