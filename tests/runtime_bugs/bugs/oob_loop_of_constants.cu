// expect: out-of-bounds
// advice: the index is the same for all of them: does a loop run too far
// A loop's bound is one too large; the guard of the thread's own element has nothing to do with it.
#include <cstdio>
#define R 3
__constant__ float weights[2 * R + 1];
__global__ void stencil(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float s = 0;
		for (int k = -R; k <= R + 1; k++)
			s += weights[k + R] * (i + k >= 0 && i + k < n ? in[i + k] : 0); // BUG
		out[i] = s;
	}
}

int main()
{
	const int n = 256;
	float w[2 * R + 1] = { 1, 2, 3, 4, 3, 2, 1 }, *a, *b;
	cudaMalloc(&a, n * sizeof(float));
	cudaMalloc(&b, n * sizeof(float));
	cudaMemset(a, 0, n * sizeof(float));
	cudaMemcpyToSymbol(weights, w, sizeof w);
	stencil<<<2, 128>>>(a, b, n);
	cudaMemcpy(w, b, sizeof w, cudaMemcpyDeviceToHost);
	printf("%g\n", w[0]);
	cudaFree(a);
	cudaFree(b);
}
