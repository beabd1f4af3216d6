// Hint: none
// A copy on the device puts the left half of an image over a background that a memset has made: its width says what it means.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void draw(unsigned char *image, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		image[i] = i % 251;
}

int main()
{
	const int width = 64, height = 32, n = width * height;
	unsigned char h[n], *drawn, *shown;
	cudaMalloc(&drawn, n);
	cudaMalloc(&shown, n);
	cudaMemset(shown, 255, n);
	draw<<<n / 128, 128>>>(drawn, n);
	cudaMemcpy2D(shown, width, drawn, width, width / 2, height, cudaMemcpyDeviceToDevice);
	cudaMemcpy(h, shown, n, cudaMemcpyDeviceToHost);
	printf("%d %d\n", h[31], h[32]);
	cudaFree(drawn);
	cudaFree(shown);
	return 0;
}
