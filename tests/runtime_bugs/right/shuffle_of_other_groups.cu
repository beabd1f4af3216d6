// prints: 496 120 16
// Shuffles that look too far: a butterfly that begins with half a warp, the last lane of groups of 16 as lane 15 and as lane 31,
// and a butterfly across groups of 8, where each lane of the upper group may read the lower one.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void shuffles(int *out)
{
	int v = threadIdx.x, sum = v;
	for (int d = 16; d > 0; d /= 2)
		sum += __shfl_xor_sync(0xffffffff, sum, d);
	int scan = v % 16;
	for (int d = 1; d < 16; d *= 2) {
		int below = __shfl_up_sync(0xffffffff, scan, d, 16);
		if (v % 16 >= d)
			scan += below;
	}
	int last = __shfl_sync(0xffffffff, scan, 31, 16);
	int other = __shfl_xor_sync(0xffffffff, v, 8, 8);
	if (v == 24)
		out[0] = sum, out[1] = last, out[2] = other;
}

int main()
{
	int h[3], *out;
	cudaMalloc(&out, sizeof(h));
	shuffles<<<1, 32>>>(out);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d %d %d\n", h[0], h[1], h[2]);
	cudaFree(out);
	return 0;
}
