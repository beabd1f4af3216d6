// expect: stream-race
// Two kernels in two streams write one buffer; their halves overlap by one block.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void paint(int *x, int from, int to, int colour)
{
	int i = from + blockIdx.x * blockDim.x + threadIdx.x;
	if (i < to)
		x[i] = colour;
}

int main()
{
	const int n = 1024;
	int h[n], *x;
	cudaStream_t s[2];
	cudaMalloc(&x, sizeof(h));
	for (int k = 0; k < 2; k++)
		cudaStreamCreate(&s[k]);
	paint<<<3, 256, 0, s[0]>>>(x, 0, 768, 1);
	paint<<<2, 256, 0, s[1]>>>(x, 512, 1024, 2); // BUG
	for (int k = 0; k < 2; k++)
		cudaStreamSynchronize(s[k]);
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d %d\n", h[0], h[1023]);
	for (int k = 0; k < 2; k++)
		cudaStreamDestroy(s[k]);
	cudaFree(x);
	return 0;
}
