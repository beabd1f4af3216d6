// prints: 8128 128
#include <cstdio>

// Two arrays that share bytes on purpose, one after the other, and two that do not.
__global__ void sums(const int *x, int *out, int n)
{
	extern __shared__ char pool[];
	float *keys = (float *)pool;
	int *counts = (int *)(pool + n * sizeof(float));
	double *halves = (double *)pool;
	int t = threadIdx.x;

	keys[t] = x[t];
	counts[t] = 1;
	__syncthreads();
	float mine = keys[n - 1 - t];
	int others = counts[n - 1 - t];
	__syncthreads();
	halves[t] = mine + others / 1000.0;
	__syncthreads();
	if (t == 0) {
		double sum = 0;

		for (int k = 0; k < n; k++)
			sum += halves[k];
		out[0] = (int)sum;
		out[1] = (int)((sum - out[0]) * 1000 + 0.5);
	}
}

int main()
{
	int h[128], *pool;

	for (int i = 0; i < 128; i++)
		h[i] = i;
	cudaMalloc(&pool, 130 * sizeof(int));
	cudaMemcpy(pool, h, sizeof h, cudaMemcpyHostToDevice);
	sums<<<1, 128, 128 * 8>>>(pool, pool + 128, 128);
	cudaMemcpy(h, pool + 128, 2 * sizeof(int), cudaMemcpyDeviceToHost);
	printf("%d %d\n", h[0], h[1]);
	cudaFree(pool);
}
