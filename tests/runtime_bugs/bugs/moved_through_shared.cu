// expect: uninitialised-read
// What nothing has written is loaded into shared memory, and added there.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sums(float *out, const float *x)
{
	__shared__ float tile[64];
	tile[threadIdx.x] = x[threadIdx.x]; // BUG
	__syncthreads();
	if (threadIdx.x < 63)
		out[threadIdx.x] = tile[threadIdx.x] + tile[threadIdx.x + 1];
}

int main()
{
	float *x, *out, h[63];
	cudaMalloc(&x, 64 * sizeof(float));
	cudaMalloc(&out, sizeof(h));
	sums<<<1, 64>>>(out, x);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[7] > 0);
	cudaFree(x); cudaFree(out);
	return 0;
}
