// expect: data-race-shared
#include <cstdio>

// The counts begin in the middle of the keys: a float has 4 bytes, not 2.
__global__ void rank(const int *x, int *out, int n)
{
	extern __shared__ char pool[];
	float *keys = (float *)pool;
	int *counts = (int *)(pool + 2 * blockDim.x);
	int t = threadIdx.x;

	keys[t] = x[t] / 2.0f;
	counts[t] = 0; // BUG
	__syncthreads();
	atomicAdd(&counts[x[t] % n], 1);
	__syncthreads();
	out[t] = counts[t] + (int)keys[t];
}

int main()
{
	int h[128], *x, *out;

	for (int i = 0; i < 128; i++)
		h[i] = 7 * i;
	cudaMalloc(&x, sizeof h);
	cudaMalloc(&out, sizeof h);
	cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
	rank<<<1, 128, 128 * 8>>>(x, out, 100);
	cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h[0]);
	cudaFree(x);
	cudaFree(out);
}
