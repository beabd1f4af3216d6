// expect: out-of-bounds
// The third launch argument is bytes, and gets the number of elements.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void reverse(float *x)
{
	extern __shared__ float s[];
	int i = threadIdx.x;
	s[i] = x[i]; // BUG
	__syncthreads();
	x[i] = s[blockDim.x - 1 - i]; // BUG
}

int main()
{
	const int n = 256;
	float h[n], *x;
	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaMalloc(&x, sizeof(h));
	cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
	reverse<<<1, n, n>>>(x);
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%g\n", h[0]);
	cudaFree(x);
	return 0;
}
