// Each block counts for itself, with atomic operations of its scope; the results are added later.
// prints: 128
#include <cstdio>
__global__ void count(int *sums)
{
	atomicAdd_block(&sums[blockIdx.x], 1);
	atomicMax_block(&sums[blockIdx.x], 0);
}
int main()
{
	int *d, h[4], sum = 0;
	cudaMalloc(&d, sizeof h);
	cudaMemset(d, 0, sizeof h);
	count<<<4, 32>>>(d);
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
	for (int k = 0; k < 4; k++)
		sum += h[k];
	printf("%d\n", sum);
	cudaFree(d);
}
