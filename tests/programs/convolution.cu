/*
 * Two-dimensional convolution: the filter in constant memory, the image through a shared tile with a halo,
 * beside the naive form; and the filter changed between launches.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <vector>
#include <cuda_runtime.h>

#define RADIUS 2
#define DIAMETER (2 * RADIUS + 1)
#define OUT_TILE 16
#define IN_TILE (OUT_TILE + 2 * RADIUS)

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

__constant__ float F[DIAMETER][DIAMETER];
__constant__ int gain = 1;

__global__ void convolve(const float *in, float *out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= width || y >= height)
		return;
	float sum = 0;
	for (int j = 0; j < DIAMETER; j++)
		for (int i = 0; i < DIAMETER; i++) {
			int u = x + i - RADIUS, v = y + j - RADIUS;
			if (u >= 0 && u < width && v >= 0 && v < height)
				sum += F[j][i] * in[v * width + u];
		}
	out[y * width + x] = gain * sum;
}

__global__ void convolve_tiled(const float *in, float *out, int width, int height)
{
	__shared__ float tile[IN_TILE][IN_TILE];
	int x = blockIdx.x * OUT_TILE + threadIdx.x - RADIUS, y = blockIdx.y * OUT_TILE + threadIdx.y - RADIUS;
	bool inside = x >= 0 && x < width && y >= 0 && y < height;
	tile[threadIdx.y][threadIdx.x] = inside ? in[y * width + x] : 0.0f;
	__syncthreads();
	int tx = threadIdx.x - RADIUS, ty = threadIdx.y - RADIUS;
	if (inside && tx >= 0 && tx < OUT_TILE && ty >= 0 && ty < OUT_TILE) {
		float sum = 0;
#pragma unroll
		for (int j = 0; j < DIAMETER; j++)
#pragma unroll
			for (int i = 0; i < DIAMETER; i++)
				sum += F[j][i] * tile[ty + j][tx + i];
		out[y * width + x] = gain * sum;
	}
}

int main(int argc, char **argv)
{
	const int width = argc > 1 ? atoi(argv[1]) : 100, height = width * 3 / 4 + 1;
	const size_t bytes = (size_t)width * height * sizeof(float);
	std::vector<float> image(width * height), out(width * height);
	for (size_t i = 0; i < image.size(); i++)
		image[i] = (float)(i * 29 % 64);
	float *d_in, *d_out, filter[DIAMETER][DIAMETER];
	int failed = 0;
	CHECK(cudaMalloc(&d_in, bytes));
	CHECK(cudaMalloc(&d_out, bytes));
	CHECK(cudaMemcpy(d_in, image.data(), bytes, cudaMemcpyHostToDevice));

	for (int which = 0; which < 4; which++) {
		/* box, then edges; whole numbers, so that every order of summation gives the same */
		for (int j = 0; j < DIAMETER; j++)
			for (int i = 0; i < DIAMETER; i++)
				filter[j][i] = which < 2 ? 1.0f : i == RADIUS && j == RADIUS ? 24.0f : -1.0f;
		CHECK(cudaMemcpyToSymbol(F, filter, sizeof filter));
		if (which == 2) {
			const int two = 2;
			CHECK(cudaMemcpyToSymbol(gain, &two, sizeof two));
		}
		CHECK(cudaMemset(d_out, 0xff, bytes));
		if (which % 2)
			convolve_tiled<<<dim3((width + OUT_TILE - 1) / OUT_TILE, (height + OUT_TILE - 1) / OUT_TILE),
			    dim3(IN_TILE, IN_TILE)>>>(d_in, d_out, width, height);
		else
			convolve<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(d_in, d_out, width, height);
		CHECK(cudaGetLastError());
		CHECK(cudaMemcpy(out.data(), d_out, bytes, cudaMemcpyDeviceToHost));
		int wrong = 0, times = which < 2 ? 1 : 2;
		for (int y = 0; y < height; y++)
			for (int x = 0; x < width; x++) {
				float sum = 0;
				for (int j = 0; j < DIAMETER; j++)
					for (int i = 0; i < DIAMETER; i++) {
						int u = x + i - RADIUS, v = y + j - RADIUS;
						if (u >= 0 && u < width && v >= 0 && v < height)
							sum += filter[j][i] * image[v * width + u];
					}
				wrong += out[y * width + x] != times * sum;
			}
		printf("%s %s: middle %.0f, %d wrong\n", which < 2 ? "box, " : "edges,", which % 2 ? "tiled" : "naive",
		    out[height / 2 * width + width / 2], wrong);
		failed += wrong;
	}
	CHECK(cudaFree(d_in));
	CHECK(cudaFree(d_out));
	return failed != 0;
}
