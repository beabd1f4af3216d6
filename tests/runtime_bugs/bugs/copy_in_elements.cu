// A copy counts elements where it should count bytes.
// expect: uninitialised-read
#include <cstdio>
#include <cstdlib>
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
	for (int i = 0; i < n; i++) h[i] = i;
	cudaMalloc(&d_in, n * sizeof(int));
	cudaMalloc(&d_out, n * sizeof(int));
	cudaMemcpy(d_in, h, n, cudaMemcpyHostToDevice);
	inc<<<(n + 255) / 256, 256>>>(d_out, d_in, n);
	cudaMemcpy(h, d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
	printf("%d\n", h[n - 1]);
	cudaFree(d_in); cudaFree(d_out); free(h);
}
