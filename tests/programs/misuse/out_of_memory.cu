// More memory than the device has; the result is used all the same.
// says: null pointer
// memory: 256M
#include <stdint.h>
#include <stdio.h>
#include <cuda_runtime.h>

int main()
{
	float *d_x = NULL, *d_y = NULL;
	size_t free_bytes, all;
	if (cudaMemGetInfo(&free_bytes, &all) != cudaSuccess)
		return 1;
	printf("all and more: %s\n", cudaGetErrorName(cudaMalloc(&d_x, all + ((size_t)1 << 30))));
	printf("2^62: %s\n", cudaGetErrorName(cudaMalloc(&d_x, (size_t)1 << 62)));
	printf("SIZE_MAX: %s\n", cudaGetErrorName(cudaMalloc(&d_x, SIZE_MAX)));
	printf("pointer is still null: %s\n", d_x ? "no" : "yes");
	printf("kept: %s\n", cudaGetErrorName(cudaGetLastError()));
	printf("a copy to it: %s\n", cudaGetErrorName(cudaMemcpy(d_x, &all, sizeof all, cudaMemcpyHostToDevice)));
	printf("nothing: %s, ", cudaGetErrorName(cudaMalloc(&d_y, 0)));
	printf("%s\n", d_y ? "a pointer" : "null");
	int many = 0;
	cudaError_t status;
	void *kept[4096];
	while (many < 4096 && (status = cudaMalloc(&kept[many], all / 16)) == cudaSuccess)
		many++;
	printf("sixteenths: %s, some fitted: %s\n", cudaGetErrorName(status), many >= 8 && many <= 16 ? "yes" : "no");
	while (many--)
		if (cudaFree(kept[many]) != cudaSuccess)
			return 1;
	printf("and all are back: %s\n", cudaGetErrorName(cudaMalloc(&d_x, all / 4)));
	return cudaFree(d_x);
}
