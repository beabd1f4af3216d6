// cudaDeviceReset() in the middle: what was allocated before is gone, the device goes on.
// says: reset|d_x
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void set(int *out, int value) { *out = value; }

int main()
{
	int *d_x, *d_y, h = 0;
	if (cudaMalloc(&d_x, 4) != cudaSuccess)
		return 1;
	printf("reset: %s\n", cudaGetErrorName(cudaDeviceReset()));
	printf("an old pointer freed: %s\n", cudaGetErrorName(cudaFree(d_x)));
	(void)cudaGetLastError();
	printf("new memory: %s\n", cudaGetErrorName(cudaMalloc(&d_y, 4)));
	set<<<1, 1>>>(d_y, 9);
	printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
	printf("copy: %s, ", cudaGetErrorName(cudaMemcpy(&h, d_y, 4, cudaMemcpyDeviceToHost)));
	printf("%d\n", h);
	return cudaFree(d_y);
}
