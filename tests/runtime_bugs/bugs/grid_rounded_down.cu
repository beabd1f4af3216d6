// The grid of the first kernel is rounded down: its last elements have no thread.
// expect: uninitialised-read
#include <cstdio>
#include <cstdlib>
__global__ void fill(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = i;
}
__global__ void inc(int *out, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i] + 1; // BUG
}
int main()
{
	const int n = 1000;
	int *d_in, *d_out, *h = (int *)malloc(n * sizeof(int));
	cudaMalloc(&d_in, n * sizeof(int));
	cudaMalloc(&d_out, n * sizeof(int));
	fill<<<n / 256, 256>>>(d_in, n);
	inc<<<(n + 255) / 256, 256>>>(d_out, d_in, n);
	cudaMemcpy(h, d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
	printf("%d\n", h[n - 1]);
	cudaFree(d_in); cudaFree(d_out); free(h);
}
