// Two arrays are allocated in one line; the one of float2 is read past its end, behind a guard that is too wide.
// expect: out-of-bounds
#include <cstdio>
#include <cuda_runtime.h>

__global__ void lengths(const float2 *p, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i <= n)
		out[i] = p[i].x * p[i].x + p[i].y * p[i].y; // BUG
}

int main()
{
	const int n = 500;
	float2 *p;
	float *out;
	cudaMalloc(&p, n * sizeof(float2)), cudaMalloc(&out, 512 * sizeof(float));
	cudaMemset(p, 0, n * sizeof(float2));
	lengths<<<2, 256>>>(p, out, n);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	cudaFree(p);
	cudaFree(out);
	return 0;
}
