// expect: copy-bounds
// level: note
// The host's rows have more columns than the copy takes.
#include <cstdio>
#include <cuda_runtime.h>

#define COLUMNS 128

__global__ void twice(float *m, size_t pitch, int columns)
{
	float *row = (float *)((char *)m + blockIdx.x * pitch);
	if (threadIdx.x < columns)
		row[threadIdx.x] *= 2;
}

int main()
{
	const int rows = 20, columns = 100;
	static float h[20][COLUMNS];
	float *m;
	size_t pitch;
	for (int i = 0; i < rows * COLUMNS; i++)
		h[i / COLUMNS][i % COLUMNS] = (float)i;
	cudaMallocPitch(&m, &pitch, columns * sizeof(float), rows);
	cudaMemcpy2D(m, pitch, h, columns * sizeof(float), columns * sizeof(float), rows, cudaMemcpyHostToDevice); // BUG
	twice<<<rows, 128>>>(m, pitch, columns);
	cudaMemcpy2D(h, sizeof h[0], m, pitch, columns * sizeof(float), rows, cudaMemcpyDeviceToHost);
	printf("%g\n", h[1][0]);
	cudaFree(m);
	return 0;
}
