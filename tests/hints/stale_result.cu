// Hint: stale-result 24
// The pointers are exchanged once more than the author thinks.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void step(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[i] = i == 0 || i == n - 1 ? in[i] : 0.5f * (in[i - 1] + in[i + 1]);
}
int main()
{
	const int n = 256;
	float h[n], *a, *b;
	for (int i = 0; i < n; i++) h[i] = i % 7;
	cudaMalloc(&a, sizeof h); cudaMalloc(&b, sizeof h);
	cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
	for (int k = 0; k < 5; k++) {
		step<<<1, n>>>(a, b, n);
		float *t = a; a = b; b = t;
	}
#ifdef FIXED
	cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
#else
	cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
#endif
	printf("%g\n", h[100]);
	cudaFree(a); cudaFree(b);
}
