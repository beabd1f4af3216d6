// prints: 15 25
// Only the part that was written is copied, from the middle of a larger buffer.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int *x, int from, int to)
{
	int i = from + threadIdx.x;
	if (i < to)
		x[i] = i;
}

int main()
{
	int h[100], *x;
	cudaMalloc(&x, 100 * sizeof(int));
	fill<<<1, 32>>>(x, 10, 30);
	cudaMemcpy(h + 10, x + 10, 20 * sizeof(int), cudaMemcpyDeviceToHost);
	printf("%d %d\n", h[15], h[25]);
	cudaFree(x);
	return 0;
}
