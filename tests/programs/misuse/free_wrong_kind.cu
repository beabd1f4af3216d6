// Memory is freed by the wrong call, or from its middle.
// says: h_x
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

int main()
{
	char *d_x, *h_x = (char *)malloc(400), *pinned;
	if (cudaMalloc(&d_x, 4000) != cudaSuccess || cudaMallocHost(&pinned, 4000) != cudaSuccess)
		return 1;
	printf("cudaFree of malloc's: %s\n", cudaGetErrorName(cudaFree(h_x)));
	printf("cudaFreeHost of malloc's: %s\n", cudaGetErrorName(cudaFreeHost(h_x)));
	printf("cudaFreeHost of the device's: %s\n", cudaGetErrorName(cudaFreeHost(d_x)));
	printf("cudaFree of the middle: %s\n", cudaGetErrorName(cudaFree(d_x + 256)));
	printf("cudaFree of pinned: %s\n", cudaGetErrorName(cudaFree(pinned)));
	printf("then as it should be: %s\n", cudaGetErrorName(cudaFree(d_x)));
	free(h_x);
	return 0;
}
