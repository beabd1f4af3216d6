// expect: ignored-error uninitialised-read
// every: yes
// An allocation that nothing uses fails, and its error is dropped; that another array was never filled does not come of it.
#include <cstdio>
__global__ void scale(float *out, const float *factor)
{
	out[threadIdx.x] = 2 * factor[threadIdx.x]; // BUG
}
int main()
{
	float h[64], *large = nullptr, *factor, *out;
	cudaMalloc(&large, (size_t)1 << 50); // BUG
	cudaMalloc(&factor, sizeof h);
	cudaMalloc(&out, sizeof h);
	scale<<<1, 64>>>(out, factor);
	cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h[3] == h[4]);
	cudaFree(factor);
	cudaFree(out);
}
