// expect: out-of-bounds
// advice: asks for n * sizeof(float), and an element of x has 8 bytes: n * sizeof(*x)
// Memory for doubles is asked for in the size of floats.
#include <cstdio>
__global__ void fill(double *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = i; // BUG
}

int main()
{
	const int n = 200;
	double *x;
	cudaMalloc(&x, n * sizeof(float));
	fill<<<2, 128>>>(x, n);
	cudaDeviceSynchronize();
	cudaFree(x);
}
