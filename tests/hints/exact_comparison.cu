// Hint: exact-comparison 28
// The host rounds a * b + c twice, and compares bit by bit; that does no harm to whole numbers.
#include <cstdio>
#include <cuda_runtime.h>
#ifdef FIXED
#define FACTOR 3.0f
#define STEP   2.0f
#else
#define FACTOR 1.7f
#define STEP   0.1f
#endif

__global__ void saxpy(int n, float a, const float *x, float *y) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = a * x[i] + y[i]; }
int main()
{
	const int n = 1000;
	float x[n], y[n], ref[n], *dx, *dy;
	for (int i = 0; i < n; i++) { x[i] = STEP * i; y[i] = STEP * i; ref[i] = FACTOR * x[i] + y[i]; }
	cudaMalloc(&dx, sizeof x); cudaMalloc(&dy, sizeof y);
	cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
	cudaMemcpy(dy, y, sizeof y, cudaMemcpyHostToDevice);
	saxpy<<<4, 256>>>(n, FACTOR, dx, dy);
	cudaMemcpy(y, dy, sizeof y, cudaMemcpyDeviceToHost);
	int wrong = 0;
	for (int i = 0; i < n; i++)
		if (y[i] != y[i] || y[i] == 0.0f)
			continue;
		else if (y[i] != ref[i])
			wrong++;
#ifdef FIXED
	float z[n], again[n], *dz;
	cudaMalloc(&dz, sizeof z);
	for (float *to : { z, again }) {
		cudaMemset(dz, 0, sizeof z);
		saxpy<<<4, 256>>>(n, 1.7f, dx, dz);
		saxpy<<<4, 256>>>(n, 0.3f, dx, dz);
		if (to == z)
			cudaMemcpy(z, dz, sizeof z, cudaMemcpyDeviceToHost);
		else
			cudaMemcpy(again, dz, sizeof z, cudaMemcpyDeviceToHost);
	}
	for (int i = 0; i < n; i++)
		wrong += z[i] != again[i];
	cudaFree(dz);
#endif
	printf("%s: %d\n", wrong ? "FAILED" : "PASSED", wrong);
	cudaFree(dx); cudaFree(dy);
}
