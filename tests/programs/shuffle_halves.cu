// A partial mask whose lanes read from lanes of another mask; values that are not used.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void k(int *o)
{
	int l = threadIdx.x, v = l * 3, r = -1;
	if (l < 16) {
		r = __shfl_down_sync(0xffff, v, 8);
		if (l >= 8)
			r = v;
	} else {
		r = __shfl_xor_sync(0xffff0000u, v, 1);
	}
	o[l] = r;
}

int main()
{
	int *o, h[32];
	cudaMalloc(&o, sizeof h);
	k<<<1, 32>>>(o);
	cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
	for (int i = 0; i < 32; i++)
		printf("%d ", h[i]);
	printf("\n");
	cudaFree(o);
}
