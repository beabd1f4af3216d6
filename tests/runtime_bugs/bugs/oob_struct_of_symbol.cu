// expect: out-of-bounds
// advice: c has 16 elements
// Elements of a variable are counted as declared: structs, not the floats of which they consist.
#include <cstdio>
typedef struct { float x, y, z; } point;
__constant__ point c[16];
__global__ void pick(float *out, int n)
{
	int i = threadIdx.x;
	if (i < n)
		out[i] = c[i % 17].z; // BUG
}

int main()
{
	point h[16] = {};
	float *d;
	cudaMalloc(&d, 32 * sizeof(float));
	cudaMemcpyToSymbol(c, h, sizeof h);
	pick<<<1, 32>>>(d, 32);
	cudaDeviceSynchronize();
	cudaFree(d);
}
