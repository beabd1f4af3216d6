// prints: 3 3000
// A grid-stride loop over a size that is no multiple of anything.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void triple(int *x, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		x[i] *= 3;
}

int main()
{
	const int n = 1000;
	int h[n], *x;
	for (int i = 0; i < n; i++)
		h[i] = i + 1;
	cudaMalloc(&x, sizeof(h));
	cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
	triple<<<3, 96>>>(x, n);
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d %d\n", h[0], h[n - 1]);
	cudaFree(x);
	return 0;
}
