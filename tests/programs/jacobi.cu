/*
 * Jacobi's iteration for Laplace's equation on a plate: two grids in turn, the greatest change found on
 * the device, the host asks for it every few steps and stops when it is small.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utility>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

#define BX 32
#define BY 8

/* floats that are not negative are in the order of their bits */
__device__ void atomic_max(float *at, float value)
{
	atomicMax((int *)at, __float_as_int(value));
}

__global__ void jacobi(float *__restrict__ to, const float *__restrict__ from, int width, int height, float *change)
{
	__shared__ float greatest[BX * BY];
	int x = blockIdx.x * BX + threadIdx.x + 1, y = blockIdx.y * BY + threadIdx.y + 1;
	int tid = threadIdx.y * BX + threadIdx.x;
	float here = 0.0f;
	if (x < width - 1 && y < height - 1) {
		int i = y * width + x;
		float next = 0.25f * (from[i - 1] + from[i + 1] + from[i - width] + from[i + width]);
		here = fabsf(next - from[i]);
		to[i] = next;
	}
	if (change == NULL)
		return;
	greatest[tid] = here;
	__syncthreads();
	for (int s = BX * BY / 2; s > 0; s >>= 1) {
		if (tid < s)
			greatest[tid] = fmaxf(greatest[tid], greatest[tid + s]);
		__syncthreads();
	}
	if (tid == 0)
		atomic_max(change, greatest[0]);
}

int main(int argc, char **argv)
{
	const int width = argc > 1 ? atoi(argv[1]) : 40, height = width - 6, every = 50, most = 5000;
	const size_t bytes = (size_t)width * height * sizeof(float);
	float *plate = (float *)calloc(1, bytes), *got = (float *)malloc(bytes), *other = (float *)malloc(bytes);
	for (int x = 0; x < width; x++)
		plate[x] = 100.0f; /* one hot edge */
	memcpy(other, plate, bytes);

	float *d_from, *d_to, *d_change, *change;
	CHECK(cudaMalloc(&d_from, bytes));
	CHECK(cudaMalloc(&d_to, bytes));
	CHECK(cudaMalloc(&d_change, sizeof(float)));
	CHECK(cudaHostAlloc(&change, sizeof(float), cudaHostAllocDefault));
	cudaStream_t stream;
	CHECK(cudaStreamCreate(&stream));
	CHECK(cudaMemcpyAsync(d_from, plate, bytes, cudaMemcpyHostToDevice, stream));
	CHECK(cudaMemcpyAsync(d_to, d_from, bytes, cudaMemcpyDeviceToDevice, stream));

	const dim3 block(BX, BY), grid((width - 2 + BX - 1) / BX, (height - 2 + BY - 1) / BY);
	int steps = 0;
	for (bool hot = true; hot && steps < most; ) {
		for (int k = 0; k < every; k++, steps++) {
			bool ask = k == every - 1;
			if (ask)
				CHECK(cudaMemsetAsync(d_change, 0, sizeof(float), stream));
			jacobi<<<grid, block, 0, stream>>>(d_to, d_from, width, height, ask ? d_change : NULL);
			CHECK(cudaGetLastError());
			std::swap(d_from, d_to);
		}
		CHECK(cudaMemcpyAsync(change, d_change, sizeof(float), cudaMemcpyDeviceToHost, stream));
		CHECK(cudaStreamSynchronize(stream));
		hot = *change > 1e-2f;
	}
	CHECK(cudaMemcpyAsync(got, d_from, bytes, cudaMemcpyDeviceToHost, stream));
	CHECK(cudaStreamSynchronize(stream));

	for (int k = 0; k < steps; k++) {
		for (int y = 1; y < height - 1; y++)
			for (int x = 1; x < width - 1; x++) {
				int i = y * width + x;
				other[i] = 0.25f * (plate[i - 1] + plate[i + 1] + plate[i - width] + plate[i + width]);
			}
		std::swap(plate, other);
	}
	float worst = 0;
	for (int i = 0; i < width * height; i++)
		worst = fmaxf(worst, fabsf(got[i] - plate[i]));
	printf("converged after %d steps\n", steps);
	printf("middle %.1f degrees, differs from the host's by %s\n", got[height / 2 * width + width / 2],
	    worst < 1e-3f ? "nothing to speak of" : "TOO MUCH");
	CHECK(cudaStreamDestroy(stream));
	CHECK(cudaFree(d_from));
	CHECK(cudaFree(d_to));
	CHECK(cudaFree(d_change));
	CHECK(cudaFreeHost(change));
	free(plate);
	free(other);
	free(got);
	return worst < 1e-3f && steps < most ? 0 : 1;
}
