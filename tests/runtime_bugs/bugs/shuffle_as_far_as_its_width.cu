// The sum of groups of 8 lanes begins with a shuffle by 8 lanes: each lane gets its own value, and counts it twice.
// expect: shuffle-far
// level: note
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sums(int *out)
{
	int v = threadIdx.x;
	for (int d = 8; d > 0; d /= 2)
		v += __shfl_down_sync(0xffffffff, v, d, 8); // BUG
	out[threadIdx.x] = v;
}

int main()
{
	int h[32], *out;
	cudaMalloc(&out, sizeof(h));
	sums<<<1, 32>>>(out);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[0]);
	cudaFree(out);
	return 0;
}
