// prints: 255 -1 7
// Buffers initialised by cudaMemset, cudaMemset2D and cudaMemsetAsync, then read.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void add(int *out, const unsigned char *a, const int *b, size_t pitch, const int *c)
{
	int y = threadIdx.y, x = threadIdx.x;
	out[y * 8 + x] = a[y * 8 + x] + b[y * (pitch / sizeof(int)) + x] + c[y * 8 + x];
}

int main()
{
	int h[64], *out, *b, *c;
	unsigned char *a;
	size_t pitch;
	cudaMalloc(&out, sizeof(h));
	cudaMalloc(&a, 64);
	cudaMallocPitch(&b, &pitch, 8 * sizeof(int), 8);
	cudaMalloc(&c, sizeof(h));
	cudaMemset(a, 0xff, 64);
	cudaMemset2D(b, pitch, 0, 8 * sizeof(int), 4);
	cudaMemset2D((char *)b + 4 * pitch, pitch, 0xff, 8 * sizeof(int), 4);
	cudaMemsetAsync(c, 0, sizeof(h));
	add<<<1, dim3(8, 8)>>>(out, a, b, pitch, c);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d %d %d\n", h[0], h[63] - 255, h[32] - 247);
	cudaFree(out);
	cudaFree(a);
	cudaFree(b);
	cudaFree(c);
	return 0;
}
