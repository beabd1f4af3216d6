// prints: 0 1 0 1
// Two kernels at the same time write the even and the odd elements of one buffer.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void paint(int *x, int first, int n)
{
	int i = first + 2 * (blockIdx.x * blockDim.x + threadIdx.x);
	if (i < n)
		x[i] = first;
}

int main()
{
	const int n = 1001;
	int h[n], *x;
	cudaStream_t s[2];
	cudaMalloc(&x, sizeof(h));
	for (int k = 0; k < 2; k++) {
		cudaStreamCreate(&s[k]);
		paint<<<4, 128, 0, s[k]>>>(x, k, n);
	}
	cudaDeviceSynchronize();
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d %d %d %d\n", h[0], h[1], h[998], h[999]);
	for (int k = 0; k < 2; k++)
		cudaStreamDestroy(s[k]);
	cudaFree(x);
	return 0;
}
