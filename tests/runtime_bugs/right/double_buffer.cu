// prints: 256 1
// Hillis-Steele scan with two buffers and one barrier a step.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void scan(int *x)
{
	__shared__ int s[2][256];
	int t = threadIdx.x, from = 0;
	s[0][t] = x[t];
	__syncthreads();
	for (int d = 1; d < 256; d *= 2) {
		s[1 - from][t] = s[from][t] + (t >= d ? s[from][t - d] : 0);
		from = 1 - from;
		__syncthreads();
	}
	x[t] = s[from][t];
}

int main()
{
	int h[256], *x;
	for (int i = 0; i < 256; i++)
		h[i] = 1;
	cudaMalloc(&x, sizeof(h));
	cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
	scan<<<1, 256>>>(x);
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d %d\n", h[255], h[0]);
	cudaFree(x);
	return 0;
}
