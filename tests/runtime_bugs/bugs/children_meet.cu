// expect: data-race-global
// needs: nvcc (clang has no launches in kernels)
// options: -rdc=true -lcudadevrt
// Two children in streams of their own: the second one reads what the first one writes.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int *x, int v) { x[threadIdx.x] = v; } // BUG
__global__ void add(int *to, const int *from) { to[threadIdx.x] += from[31 - threadIdx.x]; } // BUG

__global__ void parent(int *x)
{
	cudaStream_t one, two;
	cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
	fill<<<1, 32, 0, one>>>(x, 3);
	add<<<1, 32, 0, two>>>(x + 32, x);
	cudaStreamDestroy(one);
	cudaStreamDestroy(two);
}

int main()
{
	int *x, h;
	cudaMalloc(&x, 64 * sizeof(int));
	cudaMemset(x, 0, 64 * sizeof(int));
	parent<<<1, 1>>>(x);
	cudaMemcpy(&h, x + 32, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h);
	cudaFree(x);
}
