// Expect: default-stream 34
// One kernel of each part is in the default stream, so nothing overlaps.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void work(float *x, int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = x[i];
	for (int k = 0; k < rounds; k++)
		v = v * 0.999f + 0.5f;
	x[i] = v;
}

int main()
{
	const int parts = 8, n = 1 << 16;
	float *h, *d[2];
	cudaStream_t s[2];

	cudaMallocHost(&h, parts * n * sizeof(float));
	for (int i = 0; i < parts * n; i++)
		h[i] = 1;
	for (int k = 0; k < 2; k++) {
		cudaStreamCreate(&s[k]);
		cudaMalloc(&d[k], n * sizeof(float));
	}
	for (int p = 0; p < parts; p++) {
		int k = p % 2;
		cudaMemcpyAsync(d[k], h + p * n, n * sizeof(float), cudaMemcpyHostToDevice, s[k]);
#ifdef FIXED
		work<<<n / 256, 256, 0, s[k]>>>(d[k], 300);
#else
		work<<<n / 256, 256>>>(d[k], 300);
#endif
		cudaMemcpyAsync(h + p * n, d[k], n * sizeof(float), cudaMemcpyDeviceToHost, s[k]);
	}
	printf("%d\n", cudaDeviceSynchronize());
	for (int k = 0; k < 2; k++) {
		cudaStreamDestroy(s[k]);
		cudaFree(d[k]);
	}
	cudaFreeHost(h);
	return 0;
}
