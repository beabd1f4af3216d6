// expect: copy-bounds
// level: note
// The host's rows have no padding: its pitch is not that of the device's memory.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void twice(float *m, size_t pitch, int columns)
{
	float *row = (float *)((char *)m + blockIdx.x * pitch);
	if (threadIdx.x < columns)
		row[threadIdx.x] *= 2;
}

int main()
{
	const int rows = 20, columns = 100;
	float *h = (float *)malloc(rows * columns * sizeof(float)), *spare = (float *)malloc(1 << 20), *m;
	size_t pitch;
	for (int i = 0; i < rows * columns; i++)
		h[i] = (float)i;
	cudaMallocPitch(&m, &pitch, columns * sizeof(float), rows);
	cudaMemcpy2D(m, pitch, h, pitch, columns * sizeof(float), rows, cudaMemcpyHostToDevice); // BUG
	twice<<<rows, 128>>>(m, pitch, columns);
	cudaMemcpy2D(h, columns * sizeof(float), m, pitch, columns * sizeof(float), rows, cudaMemcpyDeviceToHost);
	printf("%g\n", h[columns]);
	cudaFree(m);
	free(h);
	free(spare);
	return 0;
}
