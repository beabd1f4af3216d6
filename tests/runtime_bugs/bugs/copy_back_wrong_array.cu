// expect: result-unread
// level: note
// The input comes back, and not the result: nobody has learnt anything that could make the result needless.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void twice(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = 2 * in[i];
}

int main()
{
	const int n = 256;
	int h[n], *in, *out;
	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaMalloc(&in, sizeof h);
	cudaMalloc(&out, sizeof h);
	cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
	twice<<<2, 128>>>(in, out, n); // BUG
	cudaMemcpy(h, in, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h[3]);
	cudaFree(in);
	cudaFree(out);
	return 0;
}
