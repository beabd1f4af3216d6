/*
 * Histogram of a text: atomics on global memory, then one private copy a block in shared memory, then
 * the same with each thread adding up runs of equal letters first.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>

#define NUM_BINS 27

#define CUDA_CHECK(x) { cudaError_t rc = (x); if (rc != cudaSuccess) { \
	fprintf(stderr, "%s(%d): %s\n", __FILE__, __LINE__, cudaGetErrorString(rc)); exit(1); } }

__device__ __host__ inline int bin_of(char c)
{
	return c >= 'a' && c <= 'z' ? c - 'a' : NUM_BINS - 1;
}

__global__ void histo_global(const char *data, int length, unsigned *histo)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < length)
		atomicAdd(&histo[bin_of(data[i])], 1);
}

__global__ void histo_private(const char *data, int length, unsigned *histo)
{
	__shared__ unsigned histo_s[NUM_BINS];
	for (int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x)
		histo_s[bin] = 0u;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < length; i += blockDim.x * gridDim.x)
		atomicAdd(&histo_s[bin_of(data[i])], 1);
	__syncthreads();
	for (int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x)
		if (unsigned count = histo_s[bin])
			atomicAdd(&histo[bin], count);
}

__global__ void histo_aggregate(const char *data, int length, unsigned *histo)
{
	__shared__ unsigned histo_s[NUM_BINS];
	for (int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x)
		histo_s[bin] = 0u;
	__syncthreads();
	unsigned run = 0;
	int previous = -1;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < length; i += blockDim.x * gridDim.x) {
		int bin = bin_of(data[i]);
		if (bin != previous) {
			if (run)
				atomicAdd(&histo_s[previous], run);
			run = 0;
			previous = bin;
		}
		run++;
	}
	if (run)
		atomicAdd(&histo_s[previous], run);
	__syncthreads();
	for (int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x)
		if (unsigned count = histo_s[bin])
			atomicAdd(&histo[bin], count);
}

int main(int argc, char **argv)
{
	static const char text[] = "programming massively parallel processors is the title of a good book; "
				   "zzzzzzzz is only here for the runs of equal letters ";
	int length = argc > 1 ? atoi(argv[1]) : 40000, failed = 0;
	char *data = (char *)malloc(length), *d_data;
	unsigned want[NUM_BINS] = { 0 }, got[NUM_BINS], *d_histo;
	for (int i = 0; i < length; i++) {
		data[i] = text[i % (sizeof text - 1)];
		want[bin_of(data[i])]++;
	}
	CUDA_CHECK(cudaMalloc(&d_data, length));
	CUDA_CHECK(cudaMalloc(&d_histo, sizeof got));
	CUDA_CHECK(cudaMemcpy(d_data, data, length, cudaMemcpyHostToDevice));
	for (int form = 0; form < 3; form++) {
		CUDA_CHECK(cudaMemset(d_histo, 0, sizeof got));
		if (form == 0)
			histo_global<<<(length + 255) / 256, 256>>>(d_data, length, d_histo);
		else if (form == 1)
			histo_private<<<16, 256>>>(d_data, length, d_histo);
		else
			histo_aggregate<<<16, 256>>>(d_data, length, d_histo);
		CUDA_CHECK(cudaGetLastError());
		CUDA_CHECK(cudaMemcpy(got, d_histo, sizeof got, cudaMemcpyDeviceToHost));
		int wrong = 0;
		for (int bin = 0; bin < NUM_BINS; bin++)
			wrong += got[bin] != want[bin];
		static const char *const names[] = { "global", "private", "aggregated" };
		printf("%-10s e: %5u  z: %5u  other: %5u  %s\n", names[form], got[4], got[25], got[26],
		    wrong ? "WRONG" : "right");
		failed += wrong;
	}
	CUDA_CHECK(cudaFree(d_data));
	CUDA_CHECK(cudaFree(d_histo));
	free(data);
	return failed != 0;
}
