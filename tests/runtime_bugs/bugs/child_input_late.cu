// expect: data-race-global
// needs: nvcc (clang has no launches in kernels)
// options: -rdc=true -lcudadevrt
// All threads of the block fill what the child reads, but one of them launches it before the others have: a barrier is missing.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sum(const int *x, int *total)
{
	for (int i = 0; i < 64; i++)
		*total += x[i]; // BUG
}

__global__ void parent(int *x, int *total)
{
	x[threadIdx.x] = threadIdx.x; // BUG
	if (threadIdx.x == 0)
		sum<<<1, 1>>>(x, total);
}

int main()
{
	int *x, h;
	cudaMalloc(&x, 65 * sizeof(int));
	cudaMemset(x, 0, 65 * sizeof(int));
	parent<<<1, 64>>>(x, x + 64);
	cudaMemcpy(&h, x + 64, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h);
	cudaFree(x);
}
