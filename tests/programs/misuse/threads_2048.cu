// 2048 threads a block.
// says: 2048
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void set(int *out) { out[threadIdx.x] = 1; }

int main()
{
	int *d, h = 0;
	if (cudaMalloc(&d, 4096 * 4) != cudaSuccess || cudaMemset(d, 0, 4096 * 4) != cudaSuccess)
		return 1;
	set<<<1, 2048>>>(d);
	printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
	printf("copy: %s, ", cudaGetErrorName(cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost)));
	printf("so it never ran: %d\n", h);
	return cudaFree(d);
}
