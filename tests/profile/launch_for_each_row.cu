// Expect: launches 23
// A launch for each row, each of one block.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void scale(float *row, int width)
{
	row += (size_t)blockIdx.x * width;
	for (int i = threadIdx.x; i < width; i += blockDim.x)
		row[i] *= 2.0f;
}

int main()
{
	const int rows = 300, width = 512;
	float *m;
	cudaMalloc(&m, rows * width * sizeof(float));
	cudaMemset(m, 0, rows * width * sizeof(float));
#ifdef FIXED
	scale<<<rows, 128>>>(m, width);
#else
	for (int r = 0; r < rows; r++)
		scale<<<1, 128>>>(m + r * width, width);
#endif
	printf("%d\n", cudaDeviceSynchronize());
	cudaFree(m);
	return 0;
}
