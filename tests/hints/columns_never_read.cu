// Hint: part-never-read 27
// The loop ends before the last columns of each row.
#include <cstdio>
#include <cuda_runtime.h>

#define ROWS 64
#define COLUMNS 100

__global__ void sum_rows(const float *m, float *out, int columns)
{
	int r = threadIdx.x;
	float sum = 0;
#ifdef FIXED
	for (int c = 0; c < columns; c++)
#else
	for (int c = 0; c < columns / 32 * 32 - 32; c++)
#endif
		sum += m[r * columns + c];
	out[r] = sum;
}

int main()
{
	static float h[ROWS * COLUMNS];
	float *m, *out;
	cudaMalloc(&m, sizeof h);
	cudaMemcpy(m, h, sizeof h, cudaMemcpyHostToDevice);
	cudaMalloc(&out, ROWS * sizeof(float));
	sum_rows<<<1, ROWS>>>(m, out, COLUMNS);
	cudaMemcpy(h, out, ROWS * sizeof(float), cudaMemcpyDeviceToHost);
	printf("%g\n", h[0]);
	cudaFree(m);
	cudaFree(out);
	return 0;
}
