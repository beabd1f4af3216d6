// expect: out-of-bounds
// every: yes
// Two arrays that are left, each by an index of its own: two mistakes, two reports.
#include <cstdio>
__global__ void shift(float *x)
{
	__shared__ float left[64], right[64], other[256];
	int t = threadIdx.x;
	other[t] = 0;
	if (t < 64)
		left[t] = right[t] = x[t];
	__syncthreads();
	if (t >= 32 && t < 64)
		left[t + 10] = 1; // BUG
	__syncthreads();
	if (t < 64)
		right[2 * t] = 2; // BUG
	__syncthreads();
	x[t] = left[t % 64] + right[t % 64] + other[t];
}
int main()
{
	float *x, h[8];
	cudaMalloc(&x, 256 * sizeof(float));
	cudaMemset(x, 0, 256 * sizeof(float));
	shift<<<1, 256>>>(x);
	cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g\n", h[3]);
	cudaFree(x);
}
