// expect: uninitialised-read
// What nothing has written is moved to memory that the host reads without a copy.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void move(int *to, const int *from) { to[threadIdx.x] = from[threadIdx.x]; } // BUG

int main()
{
	int *a, *out;
	cudaMalloc(&a, 32 * sizeof(int));
	cudaMallocManaged(&out, 32 * sizeof(int));
	cudaMemset(out, 0, 32 * sizeof(int));
	move<<<1, 32>>>(out, a);
	cudaDeviceSynchronize();
	printf("%d\n", out[3] >= 0);
	cudaFree(a); cudaFree(out);
	return 0;
}
