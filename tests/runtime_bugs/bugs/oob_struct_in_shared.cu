// expect: out-of-bounds
// advice: reads s[64]; s has 64 elements
// Elements of a shared array are counted as declared: structs, not the floats of which they consist.
#include <cstdio>
struct point { float x, y, z; };
__global__ void right_one(float *out, int n)
{
	__shared__ point s[64];
	int i = threadIdx.x;
	s[i] = point{ 1.0f * i, 2.0f * i, 3.0f * i };
	__syncthreads();
	if (i < n)
		out[i] = s[i + 1].y; // BUG
}

int main()
{
	float *d;
	cudaMalloc(&d, 64 * sizeof(float));
	right_one<<<1, 64>>>(d, 64);
	cudaDeviceSynchronize();
	cudaFree(d);
}
