// An allocation fails, and all that follows from its null pointer is no report of its own.
// expect: ignored-error
#include <cstdio>
#include <cstdlib>
__global__ void fill(float *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = i; }
int main()
{
	const int n = 1000;
	float *p = nullptr, *h = (float *)calloc(n, sizeof(float));
	cudaMalloc(&p, (size_t)(n - 1001) * sizeof(float)); // BUG
	fill<<<4, 256>>>(p, n);
	cudaDeviceSynchronize();
	cudaMemcpy(h, p, n * sizeof(float), cudaMemcpyDeviceToHost);
	printf("%g\n", h[3]);
	cudaFree(p);
	free(h);
}
