// expect: data-race-global
// needs: nvcc (clang has no launches in kernels)
// options: -rdc=true -lcudadevrt
// Three launches deep: the first kernel goes on to write what the last one reads.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void third(const int *x, int *y) { y[threadIdx.x] = x[threadIdx.x]; } // BUG
__global__ void second(const int *x, int *y) { third<<<1, 8>>>(x, y); }
__global__ void first(const int *x, int *y) { second<<<1, 1, 0, cudaStreamTailLaunch>>>(x, y); }

__global__ void parent(int *x)
{
	first<<<1, 1>>>(x, x + 8);
	x[3] = 7; // BUG
}

int main()
{
	int *x, h;
	cudaMalloc(&x, 16 * sizeof(int));
	cudaMemset(x, 0, 16 * sizeof(int));
	parent<<<1, 1>>>(x);
	cudaMemcpy(&h, x + 8 + 3, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h);
	cudaFree(x);
}
