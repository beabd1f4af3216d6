// Hint: one-dimension 24
// The kernel uses y, and the launch has no second dimension.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int *out, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < n && y < n)
		out[y * n + x] = x + y;
}

int main()
{
	const int n = 30;
	int h[n * n], *out;
	cudaMalloc(&out, n * n * sizeof(int));
	cudaMemset(out, 0, n * n * sizeof(int));
#ifdef FIXED
	dim3 block(16, 16), grid(2, 2);
	fill<<<grid, block>>>(out, n);
#else

	fill<<<4, 256>>>(out, n);
#endif
	cudaMemcpy(h, out, n * n * sizeof(int), cudaMemcpyDeviceToHost);
	printf("%d\n", h[n * n - 1]);
	cudaFree(out);
	return 0;
}
