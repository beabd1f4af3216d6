// expect: copy-uninitialised uninitialised-read
// The grid is rounded down, so the tail is never computed; the host adds all up.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void squares(double *x) { int i = blockIdx.x * blockDim.x + threadIdx.x; x[i] = (double)i * i; }
int main()
{
	const int n = 1000, threads = 64;
	double *d, *h = new double[n], sum = 0;
	cudaMalloc(&d, n * sizeof(double));
	squares<<<n / threads, threads>>>(d); // BUG
	cudaMemcpy(h, d, n * sizeof(double), cudaMemcpyDeviceToHost); // BUG
	for (int i = 0; i < n; i++) sum += h[i];
	printf("%g\n", sum);
	cudaFree(d);
	delete[] h;
}
