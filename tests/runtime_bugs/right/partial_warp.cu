// prints: 45 190
// A shuffle in a warp that is only partly there, with the mask of those that are.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sums(int *out, const int *in, int n)
{
	int t = threadIdx.x;
	unsigned mask = __ballot_sync(0xffffffff, t < n);
	if (t < n) {
		int v = in[t];
		for (int d = 16; d > 0; d /= 2) {
			int other = __shfl_down_sync(mask, v, (t % 32) + d < n ? d : 0);
			if ((t % 32) + d < n)
				v += other;
		}
		if (t == 0)
			*out = v;
	}
}

int main()
{
	int h[32], *in, *out, r[2];
	for (int i = 0; i < 32; i++)
		h[i] = i;
	cudaMalloc(&in, sizeof(h));
	cudaMalloc(&out, 2 * sizeof(int));
	cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
	sums<<<1, 32>>>(out, in, 10);
	sums<<<1, 32>>>(out + 1, in, 20);
	cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
	printf("%d %d\n", r[0], r[1]);
	cudaFree(in);
	cudaFree(out);
	return 0;
}
