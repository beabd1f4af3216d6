// expect: out-of-bounds
// The index is so far off that it lands in the array allocated next: nothing crashes.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int *a, int n, int shift)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		a[i + shift] = i; // BUG
}

int main()
{
	const int n = 4096;
	static int h[n];
	int *a, *b;
	cudaMalloc(&a, n * sizeof(int));
	cudaMalloc(&b, n * sizeof(int));
	cudaMemset(a, 0, n * sizeof(int));
	cudaMemset(b, 0, n * sizeof(int));
	fill<<<n / 256, 256>>>(a, n, n / 2);
	cudaMemcpy(h, a, n * sizeof(int), cudaMemcpyDeviceToHost);
	printf("%d\n", h[n - 1]);
	cudaMemcpy(h, b, n * sizeof(int), cudaMemcpyDeviceToHost);
	printf("%d\n", h[0]);
	cudaFree(a);
	cudaFree(b);
	return 0;
}
