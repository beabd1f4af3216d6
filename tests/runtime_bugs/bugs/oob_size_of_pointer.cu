// expect: out-of-bounds
// advice: cudaMalloc on line 18 asks for n * sizeof(a), and a is a pointer: n * sizeof(*a)
// The size of the allocation is that of pointers.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(float4 *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		a[i] = make_float4(i, i, i, i); // BUG
}

int main()
{
	const int n = 256;
	float4 *a, first;
	cudaMalloc(&a, n * sizeof(a));
	fill<<<n / 64, 64>>>(a, n);
	cudaMemcpy(&first, a, sizeof(first), cudaMemcpyDeviceToHost);
	printf("%g\n", first.x);
	cudaFree(a);
	return 0;
}
