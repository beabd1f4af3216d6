// expect: out-of-bounds
// advice: cudaMalloc on line 18 asks for 1024 bytes: is that the number of elements
// cudaMalloc wants bytes, and gets the number of elements.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void iota(int *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		a[i] = i; // BUG
}

int main()
{
	const int n = 1 << 10;
	int *a, first;
	cudaMalloc(&a, n);
	iota<<<n / 256, 256>>>(a, n);
	cudaMemcpy(&first, a, sizeof(int), cudaMemcpyDeviceToHost);
	printf("%d\n", first);
	cudaFree(a);
	return 0;
}
