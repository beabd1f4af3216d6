// expect: uninitialised-read
// Nothing sets the length of a list in shared memory: places, elements and the loop that they lead to are consequences.
#include <cstdio>
__device__ int count_steps(int v)
{
	int steps = 0;
	for (unsigned int u = v; u != 1; steps++)
		u = u % 2 ? 3 * u + 1 : u / 2;
	return steps;
}

__global__ void append(int *steps, const int *x, int n)
{
	__shared__ int list[256];
	__shared__ int length;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		steps[i] = -1;
		if (x[i] % 16 == 0)
			list[atomicAdd(&length, 1)] = i; // BUG
	}
	__syncthreads();
	if (threadIdx.x < length) {
		int k = list[threadIdx.x];
		steps[k] = count_steps(x[k]);
	}
}

int main()
{
	const int n = 1000;
	static int h[n];
	int *x, *steps;
	for (int i = 0; i < n; i++)
		h[i] = 1 + i * 37 % 4096;
	cudaMalloc(&x, sizeof h);
	cudaMalloc(&steps, sizeof h);
	cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
	append<<<4, 256>>>(steps, x, n);
	cudaMemcpy(h, steps, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h[3]);
	cudaFree(x);
	cudaFree(steps);
}
