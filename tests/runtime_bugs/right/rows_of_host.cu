// The host's rows: in an array of rows, with the pitch of the device's memory, and without padding.
// prints: 256 200 256
#include <cstdio>
#include <cstdlib>
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
	float *m, *packed = (float *)malloc(rows * columns * sizeof(float));
	size_t pitch;
	cudaMallocPitch(&m, &pitch, columns * sizeof(float), rows);
	const size_t bytes = rows * pitch;
	char *padded = (char *)malloc(bytes);
	for (int i = 0; i < rows * COLUMNS; i++)
		h[i / COLUMNS][i % COLUMNS] = (float)i;
	cudaMemcpy2D(m, pitch, h, COLUMNS * sizeof(float), columns * sizeof(float), rows, cudaMemcpyHostToDevice);
	twice<<<rows, 128>>>(m, pitch, columns);
	cudaMemcpy2D(padded, pitch, m, pitch, columns * sizeof(float), rows, cudaMemcpyDeviceToHost);
	cudaMemcpy2D(packed, columns * sizeof(float), m, pitch, columns * sizeof(float), rows, cudaMemcpyDeviceToHost);
	printf("%g %g %g\n", ((float *)(padded + pitch))[0], packed[columns - 1] + 2, packed[columns]);
	cudaFree(m);
	free(packed);
	free(padded);
	return 0;
}
