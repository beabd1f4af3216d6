// expect: pageable-async
// level: note
// Copies meant to overlap the kernels of the other stream, from pageable memory: they do not.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void square(float *x)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	x[i] *= x[i];
}

int main()
{
	const int n = 1 << 16, chunk = n / 2;
	float *h = (float *)malloc(n * sizeof(float)), *x;
	cudaStream_t s[2];
	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaMalloc(&x, n * sizeof(float));
	for (int k = 0; k < 2; k++) {
		cudaStreamCreate(&s[k]);
		cudaMemcpyAsync(x + k * chunk, h + k * chunk, chunk * sizeof(float), cudaMemcpyHostToDevice, s[k]); // BUG
		square<<<chunk / 256, 256, 0, s[k]>>>(x + k * chunk);
		cudaMemcpyAsync(h + k * chunk, x + k * chunk, chunk * sizeof(float), cudaMemcpyDeviceToHost, s[k]); // BUG
	}
	cudaDeviceSynchronize();
	printf("%g\n", h[3]);
	for (int k = 0; k < 2; k++)
		cudaStreamDestroy(s[k]);
	cudaFree(x);
	free(h);
	return 0;
}
