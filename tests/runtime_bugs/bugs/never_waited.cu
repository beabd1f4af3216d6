// expect: never-waited
// The kernel's result is for nobody: the program ends before it is done.
#include <cuda_runtime.h>

__global__ void fill(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = i;
}

int main()
{
	const int n = 1 << 12;
	static int *out;
	if (cudaMallocManaged(&out, n * sizeof(int)) != cudaSuccess)
		return 1;
	fill<<<n / 256, 256>>>(out, n); // BUG
	return 0;
}
