// expect: bad-shuffle-width
// Groups of ten lanes: a width must be a power of two.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void sums_of_ten(int *out)
{
	int v = threadIdx.x;
	v += __shfl_down_sync(0xffffffffu, v, 5, 10); // BUG
	out[threadIdx.x] = v;
}
int main()
{
	int *d, h[32];
	cudaMalloc(&d, sizeof h);
	sums_of_ten<<<1, 32>>>(d);
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h[0]);
	cudaFree(d);
}
