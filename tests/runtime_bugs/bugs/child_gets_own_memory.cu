// expect: invalid-launch
// needs: nvcc (clang has no launches in kernels)
// options: -rdc=true -lcudadevrt
// A kernel passes its child pointers to its own shared and local memory.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sum(int n, const int *x, int *total)
{
	for (int i = 0; i < n; i++)
		*total += x[i];
}

/* nvcc itself warns where it sees what memory it is. */
__device__ __noinline__ void launch(int n, const int *x, int *total)
{
	sum<<<1, 1>>>(n, x, total); // BUG
}

__global__ void parent(int *total)
{
	__shared__ int tile[32];
	int mine[4] = { 1, 2, 3, (int)blockIdx.x };
	tile[threadIdx.x] = threadIdx.x;
	__syncthreads();
	if (threadIdx.x == 0) {
		launch(32, tile, total);
		launch(4, mine, total);
	}
}

int main()
{
	int *total, h;
	cudaMalloc(&total, sizeof *total);
	cudaMemset(total, 0, sizeof *total);
	parent<<<1, 32>>>(total);
	cudaMemcpy(&h, total, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h);
	cudaFree(total);
}
