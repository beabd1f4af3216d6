// expect: data-race-global
#include <cstdio>

__global__ void fill(float *keys, int *counts)
{
	keys[threadIdx.x] = threadIdx.x;
	counts[threadIdx.x] = 1; // BUG
}

int main()
{
	int h[128];
	char *pool;

	cudaMalloc(&pool, 128 * 8);
	// 128 bytes for 128 floats
	fill<<<1, 128>>>((float *)pool, (int *)(pool + 128));
	cudaMemcpy(h, pool + 128, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h[0]);
	cudaFree(pool);
}
