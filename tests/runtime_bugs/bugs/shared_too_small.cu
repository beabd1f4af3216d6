// expect: out-of-bounds
// Room for a block of 256, and a launch with blocks of 512: every line that uses the array leaves it, from the same element on.
#include <cstdio>
__global__ void add_next(float *x, int n)
{
	__shared__ float old[256];
	extern __shared__ float more[];
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
	more[t] = 0;
	__syncthreads();
	if (i < n)
		old[t] = x[i]; // BUG
	__syncthreads();
	if (i < n && t + 1 < blockDim.x && i + 1 < n)
		x[i] = old[t] + old[t + 1];
}
int main()
{
	const int n = 1024;
	float *x, h[8];
	cudaMalloc(&x, n * sizeof(float));
	cudaMemset(x, 0, n * sizeof(float));
	add_next<<<2, 512, 2048>>>(x, n);
	cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g\n", h[3]);
	cudaFree(x);
}
