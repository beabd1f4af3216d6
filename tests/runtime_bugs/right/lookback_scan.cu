// prints: 1 2048 4096
// Decoupled look-back: blocks take tickets and wait for the prefixes of earlier ones.
#include <cstdio>
#include <cuda_runtime.h>

#define BLOCK 256
__device__ unsigned ticket;

__global__ void scan(int *x, volatile int *prefix, volatile int *ready)
{
	__shared__ int s[BLOCK];
	__shared__ int tile, before;
	int t = threadIdx.x;
	if (t == 0)
		tile = atomicAdd(&ticket, 1);
	__syncthreads();
	int i = tile * BLOCK + t, v = x[i];
	s[t] = v;
	__syncthreads();
	for (int d = 1; d < BLOCK; d *= 2) {
		int add = t >= d ? s[t - d] : 0;
		__syncthreads();
		s[t] += add;
		__syncthreads();
	}
	if (t == 0) {
		int sum = 0;
		if (tile > 0) {
			while (ready[tile - 1] == 0)
				;
			__threadfence();
			sum = prefix[tile - 1];
		}
		before = sum;
		prefix[tile] = sum + s[BLOCK - 1];
		__threadfence();
		ready[tile] = 1;
	}
	__syncthreads();
	x[i] = s[t] + before;
}

int main()
{
	const int n = 4096;
	static int h[n];
	int *x, *prefix, *ready;
	for (int i = 0; i < n; i++)
		h[i] = 1;
	cudaMalloc(&x, sizeof(h));
	cudaMalloc(&prefix, n / BLOCK * sizeof(int));
	cudaMalloc(&ready, n / BLOCK * sizeof(int));
	cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
	cudaMemset(ready, 0, n / BLOCK * sizeof(int));
	scan<<<n / BLOCK, BLOCK>>>(x, prefix, ready);
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d %d %d\n", h[0], h[2047], h[4095]);
	cudaFree(x);
	cudaFree(prefix);
	cudaFree(ready);
	return 0;
}
