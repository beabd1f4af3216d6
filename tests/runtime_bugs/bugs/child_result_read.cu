// expect: data-race-global
// needs: nvcc (clang has no launches in kernels)
// options: -rdc=true -lcudadevrt
// A kernel launches another one, and reads what that one computes: no kernel can wait for what it launches.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void square(int *x) { x[threadIdx.x] *= x[threadIdx.x]; } // BUG

__global__ void parent(int *x, int *sum)
{
	if (threadIdx.x == 0) {
		square<<<1, 32>>>(x);
		*sum = x[0] + x[31]; // BUG
	}
}

int main()
{
	int *x, h[33];
	for (int i = 0; i < 33; i++)
		h[i] = i;
	cudaMalloc(&x, sizeof h);
	cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
	parent<<<1, 32>>>(x, x + 32);
	cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h[32]);
	cudaFree(x);
}
