// expect: copy-size
// advice: pass the pointer itself as the source
// The source is the pointer itself, and not what it points to; then the destination, for one element.
// every: yes
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__constant__ int table[64];
__global__ void twice(int *x, int n)
{
	int i = threadIdx.x;
	if (i < n)
		x[i] = x[i] * 2 + table[i];
}

int main()
{
	int *d, *h = (int *)calloc(64, sizeof(int)), *sum = (int *)malloc(sizeof(int));
	cudaMalloc(&d, 64 * sizeof(int));
	cudaMemcpy(d, &h, 64 * sizeof(int), cudaMemcpyHostToDevice); // BUG
	cudaMemcpyToSymbol(table, &h, sizeof(table)); // BUG
	twice<<<1, 64>>>(d, 64);
	cudaMemcpy(h, d, 64 * sizeof(int), cudaMemcpyDeviceToHost);
	cudaMemcpy(&sum, d, sizeof(int), cudaMemcpyDeviceToHost); // BUG
	printf("%d %p\n", h[63], (void *)sum);
	cudaFree(d);
	free(h);
	return 0;
}
