// Hint: stale-result 27
// The pointers are never exchanged: each step begins with the host's numbers, which the host gets back.
#include <cstdio>
#include <utility>
#include <cuda_runtime.h>

__global__ void step(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = (in[(i + n - 1) % n] + in[(i + 1) % n]) / 2;
}

int main()
{
	const int n = 256;
	float h[n] = { 1 }, *a, *b;
	cudaMalloc(&a, sizeof h);
	cudaMalloc(&b, sizeof h);
	cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
	for (int k = 0; k < 4; k++) {
		step<<<n / 64, 64>>>(a, b, n);
#ifdef FIXED
		std::swap(a, b);
#endif
	}
	cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g\n", h[0]);
	cudaFree(a);
	cudaFree(b);
	return 0;
}
