// The kernel's result is freed, and nobody has looked at it: the copy back is missing.
// expect: result-unread
// level: note
#include <cstdio>
#include <cuda_runtime.h>

__global__ void cubes(int *out, const int *in)
{
	int i = threadIdx.x;
	out[i] = in[i] * in[i] * in[i];
}

int main()
{
	int h[64], *in, *out;
	for (int i = 0; i < 64; i++)
		h[i] = i;
	cudaMalloc(&in, sizeof(h));
	cudaMalloc(&out, sizeof(h));
	cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
	cubes<<<1, 64>>>(out, in); // BUG
	cudaDeviceSynchronize();
	cudaFree(in);
	cudaFree(out);
	printf("%d\n", h[3]);
	return 0;
}
