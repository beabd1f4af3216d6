// findings: lanes read others that take another branch, or have ended
/*
 * What a shuffle gives whose source lane is elsewhere. PTX leaves it open; an H200 gives 0, and reductions of public samples
 * that go through half a warp rely on it. A lane whose source lies outside of its segment keeps its own value.
 */
#include <cstdio>
#include <cuda_runtime.h>

__global__ void shuffle(int *out, int form)
{
	int value = 100 + threadIdx.x, got = -1;

	if (form == 0) {
		if (threadIdx.x < 8)
			got = __shfl_down_sync(0xff, value, 16);
	} else if (form == 1) {
		if (threadIdx.x < 8)
			got = __shfl_sync(0xff, value, threadIdx.x + 8);
	} else if (form == 2) {
		if (threadIdx.x >= 8)
			return;
		got = __shfl_down_sync(0xff, value, 16);
	} else if (form == 3) {
		if (threadIdx.x < 8)
			got = __shfl_xor_sync(0xff, value + 1000, 8);
		else
			got = __shfl_xor_sync(0xffffff00, value + 2000, 1);
	} else {
		got = __shfl_down_sync(~0u, value, 16);
	}
	out[threadIdx.x] = got;
}

int main()
{
	int *out;

	cudaMallocManaged(&out, 32 * sizeof *out);
	for (int form = 0; form < 5; form++) {
		for (int i = 0; i < 32; i++)
			out[i] = -1;
		shuffle<<<1, 32>>>(out, form);
		cudaDeviceSynchronize();
		printf("%d:", form);
		for (int i = 0; i < 32; i++)
			printf(" %d", out[i]);
		printf("\n");
	}
	cudaFree(out);
	return 0;
}
