// expect: data-race-global
// needs: nvcc (clang has no launches in kernels)
// options: -rdc=true -lcudadevrt
// The first block launches a child that reads what all blocks write: a barrier orders one block only.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sum(const int *x, int n, int *total)
{
	for (int i = 0; i < n; i++)
		*total += x[i]; // BUG
}

__global__ void parent(int *x, int *total)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	x[i] = i; // BUG
	__syncthreads();
	if (i == 0)
		sum<<<1, 1>>>(x, 4 * 32, total);
}

int main()
{
	int *x, h;
	cudaMalloc(&x, 129 * sizeof(int));
	cudaMemset(x, 0, 129 * sizeof(int));
	parent<<<4, 32>>>(x, x + 128);
	cudaMemcpy(&h, x + 128, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h);
	cudaFree(x);
}
