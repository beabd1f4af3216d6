/*
 * Matrix transposition, four ways: a plain copy as the speed limit, the naive form (strided writes), a
 * tile in shared memory (bank conflicts) and the padded tile (none).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>

#define TILE_DIM 32
#define BLOCK_ROWS 8

inline cudaError_t checkCuda(cudaError_t result)
{
	if (result != cudaSuccess) {
		fprintf(stderr, "CUDA Runtime Error: %s\n", cudaGetErrorString(result));
		exit(1);
	}
	return result;
}

__global__ void copy(float *odata, const float *idata, int width, int height)
{
	int x = blockIdx.x * TILE_DIM + threadIdx.x, y = blockIdx.y * TILE_DIM + threadIdx.y;
	for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
		if (x < width && y + j < height)
			odata[(y + j) * width + x] = idata[(y + j) * width + x];
}

__global__ void transposeNaive(float *odata, const float *idata, int width, int height)
{
	int x = blockIdx.x * TILE_DIM + threadIdx.x, y = blockIdx.y * TILE_DIM + threadIdx.y;
	for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
		if (x < width && y + j < height)
			odata[x * height + (y + j)] = idata[(y + j) * width + x];
}

template <int PAD> __global__ void transposeTiled(float *odata, const float *idata, int width, int height)
{
	__shared__ float tile[TILE_DIM][TILE_DIM + PAD];
	int x = blockIdx.x * TILE_DIM + threadIdx.x, y = blockIdx.y * TILE_DIM + threadIdx.y;
	for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
		if (x < width && y + j < height)
			tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
	__syncthreads();
	x = blockIdx.y * TILE_DIM + threadIdx.x;
	y = blockIdx.x * TILE_DIM + threadIdx.y;
	for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
		if (x < height && y + j < width)
			odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

typedef void (*kernel)(float *, const float *, int, int);

int main(int argc, char **argv)
{
	const int width = argc > 1 ? atoi(argv[1]) : 160, height = width - 23;
	const size_t bytes = (size_t)width * height * sizeof(float);
	const struct { const char *name; kernel run; bool turned; } forms[] = {
		{ "copy", copy, false },
		{ "naive transpose", transposeNaive, true },
		{ "tiled transpose", transposeTiled<0>, true },
		{ "padded transpose", transposeTiled<1>, true },
	};
	float *h_idata = (float *)malloc(bytes), *h_odata = (float *)malloc(bytes);
	float *d_idata, *d_odata;
	int failed = 0;
	for (int i = 0; i < width * height; i++)
		h_idata[i] = (float)i;
	checkCuda(cudaMalloc(&d_idata, bytes));
	checkCuda(cudaMalloc(&d_odata, bytes));
	checkCuda(cudaMemcpy(d_idata, h_idata, bytes, cudaMemcpyHostToDevice));

	cudaEvent_t startEvent, stopEvent;
	checkCuda(cudaEventCreate(&startEvent));
	checkCuda(cudaEventCreate(&stopEvent));
	dim3 dimGrid((width + TILE_DIM - 1) / TILE_DIM, (height + TILE_DIM - 1) / TILE_DIM, 1);
	dim3 dimBlock(TILE_DIM, BLOCK_ROWS, 1);
	for (auto &form : forms) {
		float ms;
		checkCuda(cudaMemset(d_odata, 0, bytes));
		checkCuda(cudaEventRecord(startEvent, 0));
		form.run<<<dimGrid, dimBlock>>>(d_odata, d_idata, width, height);
		checkCuda(cudaGetLastError());
		checkCuda(cudaEventRecord(stopEvent, 0));
		checkCuda(cudaEventSynchronize(stopEvent));
		checkCuda(cudaEventElapsedTime(&ms, startEvent, stopEvent));
		checkCuda(cudaMemcpy(h_odata, d_odata, bytes, cudaMemcpyDeviceToHost));
		int wrong = 0;
		for (int y = 0; y < height; y++)
			for (int x = 0; x < width; x++)
				wrong += h_odata[form.turned ? x * height + y : y * width + x] != h_idata[y * width + x];
		printf("%-18s %s\n", form.name, wrong ? "FAILED" : "passed");
		fprintf(stderr, "%-18s %10.2f GB/s\n", form.name, 2 * bytes * 1e-6 / ms);
		failed += wrong != 0;
	}
	checkCuda(cudaEventDestroy(startEvent));
	checkCuda(cudaEventDestroy(stopEvent));
	checkCuda(cudaFree(d_idata));
	checkCuda(cudaFree(d_odata));
	free(h_idata);
	free(h_odata);
	return failed;
}
