// An atomic operation with the scope of a block counts for all blocks.
// expect: data-race-global
#include <cstdio>
__global__ void count(int *sum)
{
	atomicAdd_block(sum, 1); // BUG
}
int main()
{
	int *d, h = 0;
	cudaMalloc(&d, sizeof h);
	cudaMemset(d, 0, sizeof h);
	count<<<4, 32>>>(d);
	cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h);
	cudaFree(d);
}
