// expect: out-of-bounds
// A loop goes on with what an illegal read gave: that it never ends is no mistake of its own.
#include <cstdio>
__device__ int count_steps(int v)
{
	int steps = 0;
	for (unsigned int u = v; u != 1; steps++)
		u = u % 2 ? 3 * u + 1 : u / 2;
	return steps;
}

__global__ void count(int *steps, const int *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		steps[i] = count_steps(x[i * 4]); // BUG
}

int main()
{
	const int n = 256;
	int h[n], *x, *steps;
	for (int i = 0; i < n; i++)
		h[i] = i + 1;
	cudaMalloc(&x, sizeof h);
	cudaMalloc(&steps, sizeof h);
	cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
	count<<<1, n>>>(steps, x, n);
	cudaMemcpy(h, steps, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h[3]);
	cudaFree(x);
	cudaFree(steps);
}
