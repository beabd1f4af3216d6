// expect: copy-direction
// Destination and source are right, the direction is not.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void twice(int *x)
{
	x[threadIdx.x] *= 2;
}

int main()
{
	int h[64], *x;
	for (int i = 0; i < 64; i++)
		h[i] = i;
	cudaMalloc(&x, sizeof(h));
	cudaMemset(x, 0, sizeof(h));
	cudaMemcpy(x, h, sizeof(h), cudaMemcpyDeviceToHost); // BUG
	twice<<<1, 64>>>(x);
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[9]);
	cudaFree(x);
	return 0;
}
