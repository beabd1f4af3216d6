// expect: data-race-global
// needs: nvcc (clang has no launches in kernels)
// options: -rdc=true -lcudadevrt
// Each thread launches a child to forget, and all children count in one word.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void count(int *n) { *n += 1; } // BUG

__global__ void parent(int *n)
{
	count<<<1, 1, 0, cudaStreamFireAndForget>>>(n);
}

int main()
{
	int *n, h;
	cudaMalloc(&n, sizeof *n);
	cudaMemset(n, 0, sizeof *n);
	parent<<<1, 8>>>(n);
	cudaMemcpy(&h, n, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h);
	cudaFree(n);
}
