// Hint: part-never-written 22
// The number of blocks is rounded down; the host gets the last elements back as they were.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void square(float *x, int n) 
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = x[i] * x[i];
}

int main()
{
	const int n = 1000;
	float h[n], *x;
	for (int i = 0; i < n; i++) h[i] = i;
	cudaMalloc(&x, sizeof h);
	cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
#ifdef FIXED
	square<<<(n + 255) / 256, 256>>>(x, n);
#else
	square<<<n / 256, 256>>>(x, n);
#endif
	cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g %g\n", h[10], h[999]);
	cudaFree(x);
}
