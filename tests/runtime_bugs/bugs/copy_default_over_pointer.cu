// expect: copy-direction
// advice: pass the pointer itself: d
// Without a direction the driver takes &d for memory of the host, where the program keeps the pointer.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void twice(float *x) { x[threadIdx.x] *= 2; }
int main()
{
	float h[64], *d;
	for (int i = 0; i < 64; i++)
		h[i] = i;
	cudaMalloc(&d, sizeof h);
	cudaMemcpy(&d, h, sizeof h, cudaMemcpyDefault); // BUG
	twice<<<1, 64>>>(d);
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDefault);
	printf("%g\n", h[1]);
	cudaFree(d);
}
