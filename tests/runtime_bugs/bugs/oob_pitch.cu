// expect: out-of-bounds
// The pitch is in bytes, the pointer counts floats.
#include <cstdio>
#include <cuda_runtime.h>

#define W 100
#define H 32

__global__ void invert(float *image, size_t pitch)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < W && y < H)
		image[y * pitch + x] = 1.0f; // BUG
}

int main()
{
	static float h[H][W];
	float *image;
	size_t pitch;
	cudaMallocPitch(&image, &pitch, W * sizeof(float), H);
	cudaMemcpy2D(image, pitch, h, sizeof(h[0]), W * sizeof(float), H, cudaMemcpyHostToDevice);
	dim3 block(16, 16), grid((W + 15) / 16, (H + 15) / 16);
	invert<<<grid, block>>>(image, pitch);
	cudaMemcpy2D(h, sizeof(h[0]), image, pitch, W * sizeof(float), H, cudaMemcpyDeviceToHost);
	printf("%g\n", h[0][0]);
	cudaFree(image);
	return 0;
}
