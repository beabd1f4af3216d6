// Hint: part-never-written 26
// The grid covers a part of the array, and a memset hides it.
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
	cudaMalloc(&out, n * sizeof(int));
	cudaMemset(out, 0, n * sizeof(int));
#ifdef FIXED
	squares<<<(n + 255) / 256, 256>>>(out, n);
#else
	squares<<<n / 256, 256>>>(out, n);
#endif


	cudaMemcpy(h, out, n * sizeof(int), cudaMemcpyDeviceToHost);
	printf("%d\n", h[n - 1]);
	cudaFree(out);
	return 0;
}
