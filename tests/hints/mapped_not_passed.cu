// Hint: never-written 22
// The launch gets the first array twice: the second one, which the host has filled, is used by nothing.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void saxpy(int n, float a, const float *x, float *y)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		y[i] = a * x[i] + y[i];
}

int main()
{
	const int n = 1000;
	float *x, *y, *dx, *dy, *staged, *d, worst = 0;
	/* Mapped as well, and used for copies alone. */
	cudaHostAlloc(&staged, n * sizeof(float), cudaHostAllocMapped);
	cudaMalloc(&d, n * sizeof(float));
	for (int i = 0; i < n; i++)
		staged[i] = i;
	cudaHostAlloc(&x, n * sizeof(float), cudaHostAllocMapped);
	cudaHostAlloc(&y, n * sizeof(float), cudaHostAllocMapped);
	for (int i = 0; i < n; i++)
		x[i] = 1, y[i] = 2;
	cudaHostGetDevicePointer(&dx, x, 0);
	cudaHostGetDevicePointer(&dy, y, 0);
	cudaMemcpy(d, staged, n * sizeof(float), cudaMemcpyHostToDevice);
#ifdef FIXED
	saxpy<<<4, 64>>>(n, 2, dx, dy);
	saxpy<<<4, 64>>>(n, 2, d, dy);
#else
	saxpy<<<4, 64>>>(n, 2, dx, dx);
	saxpy<<<4, 64>>>(n, 2, d, dx);
#endif
	cudaDeviceSynchronize();
	for (int i = 0; i < n; i++)
		worst = y[i] > worst ? y[i] : worst;
	printf("%g\n", worst);
	cudaFreeHost(x);
	cudaFreeHost(y);
	cudaFreeHost(staged);
	cudaFree(d);
	return 0;
}
