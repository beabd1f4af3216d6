// expect: copy-uninitialised
// The grid is rounded down: the tail is never written, and copied all the same.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void squares(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = i * i;
}

int main()
{
	const int n = 1000;
	int h[n], *out;
	cudaMalloc(&out, sizeof(h));
	squares<<<n / 256, 256>>>(out, n);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost); // BUG
	printf("%d\n", h[10]);
	cudaFree(out);
	return 0;
}
