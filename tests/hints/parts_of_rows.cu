// Hint: none
// Indices along y that are compared with more than a launch has, in programs that leave nothing out: bands of rows, each with a
// pointer to its first and the number of all; blocks that choose between two ways; parts of an array that is counted as a whole.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void band(float *m, int cols, int rows)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	if (x < cols && y < rows)
		m[y * cols + x] += 1;
}

__global__ void choose(float *m, int n, unsigned char last)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		m[i] += blockIdx.y <= last ? 1 : 2;
}

__global__ void flat(float *m, int n)
{
	int i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
	if (i < n)
		m[i] += 1;
}

int main()
{
	const int cols = 256, rows = 8;
	static float h[rows * cols];
	float *m;
	cudaMalloc(&m, sizeof h);
	cudaMemcpy(m, h, sizeof h, cudaMemcpyHostToDevice);
	for (int r = 0; r < rows; r++)
		band<<<1, cols>>>(m + r * cols, cols, rows);
	choose<<<rows, cols>>>(m, rows * cols, 3);
	for (int r = 0; r < rows; r++)
		flat<<<1, cols>>>(m + r * cols, (rows - r) * cols);
	cudaMemcpy(h, m, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g\n", h[rows * cols - 1]);
	cudaFree(m);
	return 0;
}
