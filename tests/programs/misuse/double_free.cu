// Memory is freed twice: of the device, pinned, an event, a stream.
// says: d_x
#include <stdio.h>
#include <cuda_runtime.h>

int main()
{
	float *d_x, *h_x;
	if (cudaMalloc(&d_x, 400) != cudaSuccess || cudaMallocHost(&h_x, 400) != cudaSuccess)
		return 1;
	cudaError_t first = cudaFree(d_x), second = cudaFree(d_x);
	printf("device: %s %s\n", cudaGetErrorName(first), cudaGetErrorName(second));
	first = cudaFreeHost(h_x);
	second = cudaFreeHost(h_x);
	printf("pinned: %s %s\n", cudaGetErrorName(first), cudaGetErrorName(second));
	return 0;
}
