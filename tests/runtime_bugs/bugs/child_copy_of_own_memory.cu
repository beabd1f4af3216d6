// expect: invalid-launch
// needs: nvcc (clang has no launches in kernels)
// options: -rdc=true -lcudadevrt
// A kernel starts a copy from its own shared memory.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void parent(int *to)
{
	__shared__ int tile[32];
	tile[threadIdx.x] = threadIdx.x;
	__syncthreads();
	if (threadIdx.x == 0)
		cudaMemcpyAsync(to, tile, sizeof tile, cudaMemcpyDeviceToDevice, 0); // BUG
}

int main()
{
	int *to, h[32];
	cudaMalloc(&to, sizeof h);
	cudaMemset(to, 0, sizeof h);
	parent<<<1, 32>>>(to);
	cudaMemcpy(h, to, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h[1]);
	cudaFree(to);
}
