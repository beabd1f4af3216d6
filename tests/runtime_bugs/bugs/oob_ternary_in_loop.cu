// expect: out-of-bounds
// advice: the guard on line 12 lets them through
// The guard of a window's elements is one too wide; it is in a loop, so that threads come back to what it lets them skip.
#include <cstdio>
#include <cstdlib>
__global__ void window(const float *a, float *out, int n, int width)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int i = 0; i < width; i++) {
		// one too many
		float v = row + i <= n ? a[row + i] : 0; // BUG
		sum += v;
	}
	if (row < n)
		out[row] = sum;
}

int main(int argc, char **argv)
{
	const int n = 250;
	float *a, *d, h[n];
	cudaMalloc(&a, n * sizeof(float));
	cudaMalloc(&d, n * sizeof(float));
	cudaMemset(a, 0, n * sizeof(float));
	window<<<4, 64>>>(a, d, n, argc + 4);
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g\n", h[5]);
	cudaFree(a);
	cudaFree(d);
}
