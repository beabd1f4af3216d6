// A butterfly over the warp begins with 32 lanes, whose upper bits do not count: each lane adds its own value.
// expect: shuffle-far
// level: note
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sums(int *out)
{
	int v = threadIdx.x;
	for (int d = 32; d > 0; d /= 2)
		v += __shfl_xor_sync(0xffffffff, v, d); // BUG
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
