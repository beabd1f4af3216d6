// expect: copy-size
// The destination is the pointer itself, and not what it points to.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void fill(int *out, int n)
{
	int i = threadIdx.x;
	if (i < n)
		out[i] = i;
}

int main()
{
	int *d;
	int *h = (int *)malloc(64 * sizeof(int));
	int *kept = h;
	cudaMalloc(&d, 64 * sizeof(int));
	fill<<<1, 64>>>(d, 64);
	cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost); // BUG
	printf("%d\n", h != kept);
	cudaFree(d);
	free(kept);
	return 0;
}
