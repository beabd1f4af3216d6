// expect: out-of-bounds
// advice: 4294967295 is -1 as an unsigned number: 0 - 1 is not -1 there
// A loop's unsigned counter is 0 at first.
#include <cstdio>
__global__ void sum(const float *a, float *o, unsigned n)
{
	float s = 0;
	for (unsigned k = 0; k < n; k++)
		s += a[k - 1]; // BUG
	o[threadIdx.x] = s;
}

int main()
{
	float *a, *o;
	cudaMalloc(&a, 32 * sizeof(float));
	cudaMalloc(&o, 32 * sizeof(float));
	cudaMemset(a, 0, 32 * sizeof(float));
	sum<<<1, 32>>>(a, o, 32);
	cudaDeviceSynchronize();
	cudaFree(a);
	cudaFree(o);
}
