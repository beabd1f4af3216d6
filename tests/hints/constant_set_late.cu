// Hint: set-late 6
// The factors are copied after the first launch that reads them.
#include <cstdio>
#include <cuda_runtime.h>

__constant__ float factors[16];
__constant__ int shift; // set first

__global__ void scale(float *x) { x[threadIdx.x] *= factors[threadIdx.x]; }
__global__ void move(float *x) { x[threadIdx.x] += shift; }

int main()
{
	float h[16], f[16], *x;
	int by = 3, before;
	for (int i = 0; i < 16; i++)
		h[i] = i, f[i] = 2;
	cudaMalloc(&x, sizeof h);
	cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
	cudaMemcpyFromSymbol(&before, shift, sizeof before); // the host's own read
	cudaMemcpyToSymbol(shift, &by, sizeof by);
	move<<<1, 16>>>(x);
#ifdef FIXED
	cudaMemcpyToSymbol(factors, f, sizeof f);
#endif
	for (int k = 0; k < 2; k++) {
		scale<<<1, 16>>>(x);
		f[k] = 1;
		cudaMemcpyToSymbol(factors, f, sizeof f);
	}
	cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g %d\n", h[15], before);
	cudaFree(x);
	return 0;
}
