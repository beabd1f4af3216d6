// expect: copy-size
// advice: count the bytes of the array: n * sizeof(*h)
// A size is sizeof(h), and h is a pointer: eight bytes are copied.
// every: yes
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__device__ float offsets[64], sums[64];
__global__ void add(float *x)
{
	x[threadIdx.x] += offsets[threadIdx.x];
	sums[threadIdx.x] = x[threadIdx.x];
}

static void fetch(float h[64], const float *d)
{
	cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost); // BUG
}

int main()
{
	float *d, *h = (float *)calloc(64, sizeof(float));
	cudaMalloc(&d, 64 * sizeof(float));
	cudaMemset(d, 0, 64 * sizeof(*d));
	cudaMemset(d, 0, sizeof(d)); // BUG
	cudaMemcpyToSymbol(offsets, h, sizeof(h)); // BUG
	add<<<1, 64>>>(d);
	fetch(h, d);
	printf("%g\n", h[63]);
	cudaMemcpyFromSymbol(h, sums, sizeof h); // BUG
	printf("%g\n", h[63]);
	cudaFree(d);
	free(h);
	return 0;
}
