// expect: bad-warp-mask
// Half of the warp calls a shuffle whose mask names all of it.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void half_sums(int *out, const int *in)
{
	__shared__ int s[64];
	int t = threadIdx.x, v = in[t];
	if (t % 32 < 16)
		for (int d = 8; d > 0; d /= 2)
			v += __shfl_down_sync(0xffffffff, v, d, 16); // BUG
	s[t] = v;
	__syncthreads();
	out[t] = s[t / 32 * 32] - s[t];
}

int main()
{
	const int n = 64;
	int h[n], *in, *out;
	for (int i = 0; i < n; i++)
		h[i] = 1;
	cudaMalloc(&in, sizeof(h));
	cudaMalloc(&out, sizeof(h));
	cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
	half_sums<<<1, n>>>(out, in);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d %d\n", h[0], h[1]);
	cudaFree(in);
	cudaFree(out);
	return 0;
}
