/*
 * A program of two files and a header: kernels in one, main in the other, which also launches the other
 * file's kernel by its declaration.
 */
// sources: main.cu filter.cu
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <vector>
#include "filter.h"

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

static __global__ void set(float *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] = (float)(i * 64 % 4096);
}

int main(int argc, char **argv)
{
	filter_params params = { { 0.25f, 0.5f, 0.25f }, argc > 1 ? atoi(argv[1]) : 1000 };
	const int n = params.n, times = 3;
	std::vector<float> got(n), a(n), b(n);
	float *d_a, *d_b;
	CHECK(cudaMalloc(&d_a, n * sizeof(float)));
	CHECK(cudaMalloc(&d_b, n * sizeof(float)));
	set<<<(n + 127) / 128, 128>>>(d_a, n);
	CHECK(cudaGetLastError());
	float *result = smooth_times(d_a, d_b, params, times);
	CHECK(cudaGetLastError());
	smooth<<<(n + 127) / 128, 128>>>(result == d_a ? d_b : d_a, result, params);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(got.data(), result == d_a ? d_b : d_a, n * sizeof(float), cudaMemcpyDeviceToHost));

	for (int i = 0; i < n; i++)
		a[i] = (float)(i * 64 % 4096);
	for (int k = 0; k < times + 1; k++) {
		for (int i = 0; i < n; i++)
			b[i] = 0.25f * a[i ? i - 1 : 0] + 0.5f * a[i] + 0.25f * a[i < n - 1 ? i + 1 : i];
		a.swap(b);
	}
	int wrong = 0;
	for (int i = 0; i < n; i++)
		wrong += got[i] != a[i];
	printf("smoothed %d times: middle %.2f, %d wrong\n", times + 1, got[n / 2], wrong);
	CHECK(cudaFree(d_a));
	CHECK(cudaFree(d_b));
	return wrong != 0;
}
