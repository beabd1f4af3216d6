// Three elements, and so three bytes, are copied to a table of weights.
// expect: copy-size
#include <cstdio>
__constant__ float weights[8];
__global__ void apply(float *out, int n) { if (threadIdx.x < n) out[threadIdx.x] = weights[threadIdx.x] * 2; }
int main()
{
	const int n = 3;
	float h[n] = { 1, 2, 3 }, r[n], *d;
	cudaMalloc(&d, sizeof h);
	cudaMemcpyToSymbol(weights, h, n); // BUG
	apply<<<1, 32>>>(d, n);
	cudaMemcpy(r, d, sizeof r, cudaMemcpyDeviceToHost);
	printf("%g %g %g\n", r[0], r[1], r[2]);
	cudaFree(d);
}
