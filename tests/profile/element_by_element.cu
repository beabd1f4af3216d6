// Expect: small-copies 15
// A copy for each element.
#include <cstdio>
#include <cuda_runtime.h>

int main()
{
	const int n = 500;
	float *h = new float[n](), *x;
	cudaMalloc(&x, n * sizeof(float));
#ifdef FIXED
	cudaMemcpy(x, h, n * sizeof(float), cudaMemcpyHostToDevice);
#else
	for (int i = 0; i < n; i++)
		cudaMemcpy(x + i, h + i, sizeof(float), cudaMemcpyHostToDevice);
#endif
	cudaMemcpy(h, x, n * sizeof(float), cudaMemcpyDeviceToHost);
	printf("%g\n", h[0]);
	cudaFree(x);
	delete[] h;
	return 0;
}
