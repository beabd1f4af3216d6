// expect: bad-warp-mask
// Half of the warp calls a shuffle whose mask names all of it.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void half_sums(int *out, const int *in)
{
	int lane = threadIdx.x % 32;
	int v = in[threadIdx.x];
	if (lane < 16) {
		for (int d = 8; d > 0; d /= 2)
			v += __shfl_down_sync(0xffffffff, v, d, 16); // BUG
		if (lane == 0)
			out[threadIdx.x / 32] = v;
	} else {
		out[2 + threadIdx.x] = v;
	}
}

int main()
{
	const int n = 64;
	int h[n + 2], *in, *out;
	for (int i = 0; i < n; i++)
		h[i] = 1;
	cudaMalloc(&in, n * sizeof(int));
	cudaMalloc(&out, sizeof(h));
	cudaMemset(out, 0, sizeof(h));
	cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
	half_sums<<<1, n>>>(out, in);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d %d\n", h[0], h[1]);
	cudaFree(in);
	cudaFree(out);
	return 0;
}
