// Hint: one-dimension 23
// The first launch is for a row, the second for a matrix, with the same grid.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void brighten(unsigned char *image, int width, int height, int by)
{
	const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
	if (x < width && y < height)
		image[y * width + x] = min(255, image[y * width + x] + by);
}

int main()
{
	const int width = 64, height = 30;
	unsigned char h[width * height], *image;
	cudaMalloc(&image, sizeof h);
	cudaMemset(image, 0, sizeof h);
	brighten<<<1, 64>>>(image, width, 1, 3);
#ifdef FIXED
	brighten<<<dim3(2, 2), dim3(32, 16)>>>(image, width, height, 4);
#else
	brighten<<<2, 512>>>(image, width, height, 4);
#endif
	cudaMemcpy(h, image, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h[sizeof h - 1]);
	cudaFree(image);
	return 0;
}
