// expect: inactive-lane-read bad-warp-mask
// The last warp is partly gone when the others read from it.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void neighbour_sums(int *out, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int v = in[i];
	out[i] = v + __shfl_down_sync(0xffffffff, v, 1); // BUG
}

int main()
{
	const int n = 80;
	int h[n], *in, *out;
	for (int i = 0; i < n; i++)
		h[i] = 1;
	cudaMalloc(&in, sizeof(h));
	cudaMalloc(&out, sizeof(h));
	cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
	neighbour_sums<<<3, 32>>>(out, in, n);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[0]);
	cudaFree(in);
	cudaFree(out);
	return 0;
}
