// prints: 496 512 528
// The last steps of a reduction within one warp, ordered by __syncwarp().
#include <cstdio>
#include <cuda_runtime.h>

__global__ void warp_sums(int *out, const int *in)
{
	__shared__ int s[96];
	int t = threadIdx.x, lane = t % 32;
	s[t] = in[t];
	__syncwarp();
	for (int d = 16; d > 0; d /= 2) {
		int v = lane < d ? s[t + d] : 0;
		__syncwarp();
		if (lane < d)
			s[t] += v;
		__syncwarp();
	}
	if (lane == 0)
		out[t / 32] = s[t];
}

int main()
{
	int h[96], *in, *out;
	for (int i = 0; i < 96; i++)
		h[i] = i % 32 + (i >= 32) * 0 + (i / 32) * (i % 2);
	cudaMalloc(&in, sizeof(h));
	cudaMalloc(&out, 3 * sizeof(int));
	cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
	warp_sums<<<1, 96>>>(out, in);
	cudaMemcpy(h, out, 3 * sizeof(int), cudaMemcpyDeviceToHost);
	printf("%d %d %d\n", h[0], h[1], h[2]);
	cudaFree(in);
	cudaFree(out);
	return 0;
}
