/*
 * Matrix product, naive and tiled: the tile in shared memory is loaded once and used TILE_WIDTH times.
 * Sizes that are no multiple of the tile are the usual trap, so they are what is tried.
 */
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define TILE_WIDTH 16
#define CHECK(call) check((call), #call, __LINE__)
static void check(cudaError_t status, const char *call, int line)
{
	if (status != cudaSuccess) {
		fprintf(stderr, "line %d: %s: %s\n", line, call, cudaGetErrorString(status));
		exit(1);
	}
}

__global__ void matMulNaive(const float *M, const float *N, float *P, int rows, int inner, int cols)
{
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < rows && col < cols) {
		float sum = 0.0f;
		for (int k = 0; k < inner; ++k)
			sum += M[row * inner + k] * N[k * cols + col];
		P[row * cols + col] = sum;
	}
}

__global__ void matMulTiled(const float *M, const float *N, float *P, int rows, int inner, int cols)
{
	__shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
	__shared__ float Nds[TILE_WIDTH][TILE_WIDTH];
	int tx = threadIdx.x, ty = threadIdx.y;
	int row = blockIdx.y * TILE_WIDTH + ty, col = blockIdx.x * TILE_WIDTH + tx;
	float sum = 0.0f;

	for (int ph = 0; ph < (inner + TILE_WIDTH - 1) / TILE_WIDTH; ++ph) {
		int mcol = ph * TILE_WIDTH + tx, nrow = ph * TILE_WIDTH + ty;
		Mds[ty][tx] = row < rows && mcol < inner ? M[row * inner + mcol] : 0.0f;
		Nds[ty][tx] = nrow < inner && col < cols ? N[nrow * cols + col] : 0.0f;
		__syncthreads();
		for (int k = 0; k < TILE_WIDTH; ++k)
			sum += Mds[ty][k] * Nds[k][tx];
		__syncthreads();
	}
	if (row < rows && col < cols)
		P[row * cols + col] = sum;
}

static int differences(const float *got, const float *want, int n)
{
	int count = 0;
	for (int i = 0; i < n; i++)
		count += got[i] != want[i];
	return count;
}

static int trial(int rows, int inner, int cols)
{
	size_t m = (size_t)rows * inner, n = (size_t)inner * cols, p = (size_t)rows * cols;
	float *h_M = (float *)malloc(m * 4), *h_N = (float *)malloc(n * 4);
	float *h_P = (float *)malloc(p * 4), *want = (float *)malloc(p * 4);
	/* small whole numbers: every order of summation gives the same float */
	for (size_t i = 0; i < m; i++)
		h_M[i] = (float)((int)(i * 7 % 11) - 5);
	for (size_t i = 0; i < n; i++)
		h_N[i] = (float)((int)(i * 5 % 13) - 6);
	for (int r = 0; r < rows; r++)
		for (int c = 0; c < cols; c++) {
			float sum = 0;
			for (int k = 0; k < inner; k++)
				sum += h_M[r * inner + k] * h_N[k * cols + c];
			want[r * cols + c] = sum;
		}

	float *d_M, *d_N, *d_P;
	CHECK(cudaMalloc((void **)&d_M, m * 4));
	CHECK(cudaMalloc((void **)&d_N, n * 4));
	CHECK(cudaMalloc((void **)&d_P, p * 4));
	CHECK(cudaMemcpy(d_M, h_M, m * 4, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(d_N, h_N, n * 4, cudaMemcpyHostToDevice));

	dim3 dimBlock(TILE_WIDTH, TILE_WIDTH);
	dim3 dimGrid((cols + dimBlock.x - 1) / dimBlock.x, (rows + dimBlock.y - 1) / dimBlock.y);
	int wrong[2];
	for (int tiled = 0; tiled < 2; tiled++) {
		CHECK(cudaMemset(d_P, 0xff, p * 4));
		if (tiled)
			matMulTiled<<<dimGrid, dimBlock>>>(d_M, d_N, d_P, rows, inner, cols);
		else
			matMulNaive<<<dimGrid, dimBlock>>>(d_M, d_N, d_P, rows, inner, cols);
		CHECK(cudaGetLastError());
		CHECK(cudaMemcpy(h_P, d_P, p * 4, cudaMemcpyDeviceToHost));
		wrong[tiled] = differences(h_P, want, (int)p);
	}
	printf("%d x %d x %d: naive %d wrong, tiled %d wrong, corner %.0f\n", rows, inner, cols, wrong[0], wrong[1],
	    h_P[p - 1]);
	CHECK(cudaFree(d_M));
	CHECK(cudaFree(d_N));
	CHECK(cudaFree(d_P));
	free(h_M);
	free(h_N);
	free(h_P);
	free(want);
	return wrong[0] + wrong[1];
}

int main(int argc, char **argv)
{
	int wrong = trial(64, 64, 64) + trial(33, 17, 65) + trial(1, 100, 1);
	if (argc > 1)
		wrong += trial(atoi(argv[1]), atoi(argv[1]), atoi(argv[1]));
	return wrong != 0;
}
