#include <stdio.h>

#include <helper.h>

__device__ float scale(float x);

__global__ void axpy(float *y, int n)
{
	int i = blockDim.x * blockIdx.x + threadIdx.x;

	if (i < n)
		y[i] = scale((float)i) + 1;
}

int main(void)
{
	float *y, last;

	checkCudaErrors(cudaMalloc(&y, 1000 * sizeof(float)));
	axpy<<<4, 256>>>(y, 1000);
	checkCudaErrors(cudaGetLastError());
	checkCudaErrors(cudaMemcpy(&last, y + 999, sizeof last, cudaMemcpyDeviceToHost));
	checkCudaErrors(cudaFree(y));
	printf("last: %g\n", last);
	return last == 2998 ? 0 : 1;
}
