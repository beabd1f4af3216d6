// A launch fails, nobody looks, the result is what was there before.
// says: 4096 threads
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void set(int *out) { out[threadIdx.x] = 1; }

int main()
{
	int *d, h = 0;
	cudaMalloc(&d, 4096 * 4);
	cudaMemset(d, 0, 4096 * 4);
	set<<<1, 4096>>>(d);
	cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
	cudaFree(d);
	printf("%d\n", h);
	return 0;
}
