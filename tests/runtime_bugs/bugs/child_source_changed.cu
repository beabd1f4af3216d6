// expect: data-race-global
// needs: nvcc (clang has no launches in kernels)
// options: -rdc=true -lcudadevrt
// A kernel starts a copy, and then changes what it copies.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void parent(int *to, int *from)
{
	from[0] = 1;
	cudaMemcpyAsync(to, from, 16 * sizeof(int), cudaMemcpyDeviceToDevice, 0); // BUG
	from[0] = 2; // BUG
}

int main()
{
	int *x, h;
	cudaMalloc(&x, 32 * sizeof(int));
	cudaMemset(x, 0, 32 * sizeof(int));
	parent<<<1, 1>>>(x, x + 16);
	cudaMemcpy(&h, x, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h);
	cudaFree(x);
}
