// Hint: none
// Kernels for arrays of any shape, launched for one row: a broadcast over four dimensions, strides in three, the reflected ends of
// rows, a transposition by tiles, a filter that leaves borders. None of their indices lacks threads.
#include <cstdio>
#include <cuda_runtime.h>

struct shape { int cols, rows, planes, cubes; };

__global__ void broadcast(const float *a, const float *b, float *out, shape s)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	int z = blockIdx.z * blockDim.z + threadIdx.z, plane = z % s.planes, cube = z / s.planes;
	if (x >= s.cols || y >= s.rows || plane >= s.planes || cube >= s.cubes)
		return;
	for (int i = x; i < s.cols; i += gridDim.x * blockDim.x)
		out[((cube * s.planes + plane) * s.rows + y) * s.cols + i] = a[y * s.cols + i] + b[i];
}

__global__ void scale(float *m, float by, int cols, int rows, int planes)
{
	for (int z = blockIdx.z * blockDim.z + threadIdx.z; z < planes; z += gridDim.z * blockDim.z)
		for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < rows; y += gridDim.y * blockDim.y)
			for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < cols; x += gridDim.x * blockDim.x)
				m[(z * rows + y) * cols + x] *= by;
}

__global__ void reflect(const float *in, float *out, int cols, int rows, int left, int right)
{
	int row = blockIdx.y * blockDim.y + threadIdx.y, plane = blockIdx.z, all = left + cols + right;
	if (row >= rows)
		return;
	for (int i = threadIdx.x; i < all; i += blockDim.x) {
		int from = i < left ? left - i : i < left + cols ? i - left : 2 * cols + left - i - 2;
		out[(plane * rows + row) * all + i] = in[(plane * rows + row) * cols + from];
	}
}

// Each thread moves four rows of a tile.
__global__ void transpose(const float *in, float *out, int cols, int rows)
{
	__shared__ float tile[4][33];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y * 4;
	for (int j = 0; j < 4; j++)
		if (x < cols && y + j < rows)
			tile[j][threadIdx.x] = in[(y + j) * cols + x];
	__syncthreads();
	for (int j = 0; j < 4; j++)
		if (x < cols && y + j < rows)
			out[x * rows + y + j] = tile[j][threadIdx.x];
}

__global__ void smooth(const float *in, float *out, int cols, int rows, int border)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= cols || y >= rows)
		return;
	float sum = in[y * cols + x];
	for (int k = 1; k <= border && x >= border && x < cols - border; k++)
		sum += in[y * cols + x - k] + in[y * cols + x + k];
	out[y * cols + x] = y < border && rows > 1 ? 0 : sum;
}

int main()
{
	const int n = 100, rows = 6;
	float h[n * rows], *a, *b, *c;
	for (int i = 0; i < n * rows; i++)
		h[i] = i;
	cudaMalloc(&a, sizeof h);
	cudaMalloc(&b, n * sizeof(float));
	cudaMalloc(&c, (n + 4) * sizeof(float));
	cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
	cudaMemcpy(b, h, n * sizeof(float), cudaMemcpyHostToDevice);
	broadcast<<<2, 64>>>(b, b, c, { n, 1, 1, 1 });
	cudaMemcpy(h, c, n * sizeof(float), cudaMemcpyDeviceToHost);
	printf("%g\n", h[n - 1]);
	reflect<<<1, 64>>>(b, c, n, 1, 2, 2);
	cudaMemcpy(h, c, (n + 4) * sizeof(float), cudaMemcpyDeviceToHost);
	printf("%g\n", h[n + 3]);
	smooth<<<2, 64>>>(b, c, n, 1, 2);
	cudaMemcpy(h, c, n * sizeof(float), cudaMemcpyDeviceToHost);
	printf("%g\n", h[n - 1]);
	scale<<<2, 64>>>(a, 2, n, rows, 1);
	transpose<<<4, 32>>>(a, c, n, 1);
	cudaMemcpy(h, c, n * sizeof(float), cudaMemcpyDeviceToHost);
	printf("%g\n", h[n - 1]);
	cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g\n", h[n * rows - 1]);
	cudaFree(a);
	cudaFree(b);
	cudaFree(c);
	return 0;
}
