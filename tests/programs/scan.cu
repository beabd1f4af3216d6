/*
 * Prefix sums: Hillis and Steele's (inclusive, double buffered), Blelloch's (exclusive, work-efficient) and
 * a scan of any length, which scans its blocks, scans their totals by itself again and adds them back.
 */
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BLOCK 256
#define CHECK(call)                                                                                        \
	{                                                                                                  \
		const cudaError_t error = call;                                                            \
		if (error != cudaSuccess) {                                                                \
			printf("Error: %s:%d, ", __FILE__, __LINE__);                                      \
			printf("code:%d, reason: %s\n", error, cudaGetErrorString(error));                 \
			exit(1);                                                                           \
		}                                                                                          \
	}

__global__ void hillis_steele(int *out, const int *in, int n)
{
	extern __shared__ int temp[];
	int thid = threadIdx.x, pout = 0, pin = 1;
	temp[pout * n + thid] = in[thid];
	__syncthreads();
	for (int offset = 1; offset < n; offset <<= 1) {
		pout = 1 - pout;
		pin = 1 - pout;
		if (thid >= offset)
			temp[pout * n + thid] = temp[pin * n + thid] + temp[pin * n + thid - offset];
		else
			temp[pout * n + thid] = temp[pin * n + thid];
		__syncthreads();
	}
	out[thid] = temp[pout * n + thid];
}

/* two elements a thread, exclusive; each block's total goes to sums[] when there is one */
__global__ void blelloch(int *out, const int *in, int *sums, int n)
{
	__shared__ int temp[2 * BLOCK];
	int tid = threadIdx.x, base = blockIdx.x * 2 * BLOCK;
	int a = base + tid, b = base + tid + BLOCK;
	temp[tid] = a < n ? in[a] : 0;
	temp[tid + BLOCK] = b < n ? in[b] : 0;

	int offset = 1;
	for (int d = BLOCK; d > 0; d >>= 1) {
		__syncthreads();
		if (tid < d)
			temp[offset * (2 * tid + 2) - 1] += temp[offset * (2 * tid + 1) - 1];
		offset *= 2;
	}
	if (tid == 0) {
		if (sums)
			sums[blockIdx.x] = temp[2 * BLOCK - 1];
		temp[2 * BLOCK - 1] = 0;
	}
	for (int d = 1; d < 2 * BLOCK; d *= 2) {
		offset >>= 1;
		__syncthreads();
		if (tid < d) {
			int ai = offset * (2 * tid + 1) - 1, bi = offset * (2 * tid + 2) - 1;
			int t = temp[ai];
			temp[ai] = temp[bi];
			temp[bi] += t;
		}
	}
	__syncthreads();
	if (a < n)
		out[a] = temp[tid];
	if (b < n)
		out[b] = temp[tid + BLOCK];
}

__global__ void add_block_sums(int *out, const int *sums, int n)
{
	int i = blockIdx.x * 2 * BLOCK + threadIdx.x, sum = sums[blockIdx.x];
	if (i < n)
		out[i] += sum;
	if (i + BLOCK < n)
		out[i + BLOCK] += sum;
}

static void scan_exclusive(int *d_out, const int *d_in, int n)
{
	int blocks = (n + 2 * BLOCK - 1) / (2 * BLOCK);
	int *d_sums = NULL;
	if (blocks > 1)
		CHECK(cudaMalloc(&d_sums, blocks * sizeof(int)));
	blelloch<<<blocks, BLOCK>>>(d_out, d_in, d_sums, n);
	CHECK(cudaGetLastError());
	if (blocks > 1) {
		scan_exclusive(d_sums, d_sums, blocks);
		add_block_sums<<<blocks, BLOCK>>>(d_out, d_sums, n);
		CHECK(cudaGetLastError());
		CHECK(cudaFree(d_sums));
	}
}

int main(int argc, char **argv)
{
	const int largest = argc > 1 ? atoi(argv[1]) : 300000;
	int *in = (int *)malloc(largest * sizeof(int)), *out = (int *)malloc(largest * sizeof(int));
	int *d_in, *d_out, failed = 0;
	for (int i = 0; i < largest; i++)
		in[i] = (i * 37 + 11) % 9 - 3;
	CHECK(cudaMalloc(&d_in, largest * sizeof(int)));
	CHECK(cudaMalloc(&d_out, largest * sizeof(int)));
	CHECK(cudaMemcpy(d_in, in, largest * sizeof(int), cudaMemcpyHostToDevice));

	hillis_steele<<<1, BLOCK, 2 * BLOCK * sizeof(int)>>>(d_out, d_in, BLOCK);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(out, d_out, BLOCK * sizeof(int), cudaMemcpyDeviceToHost));
	int sum = 0, wrong = 0;
	for (int i = 0; i < BLOCK; i++) {
		sum += in[i];
		wrong += out[i] != sum;
	}
	printf("Hillis-Steele, %d: last %d, %d wrong\n", BLOCK, out[BLOCK - 1], wrong);
	failed += wrong;

	const int sizes[] = { 1, 2, 511, 512, 513, 5000, largest };
	for (int n : sizes) {
		scan_exclusive(d_out, d_in, n);
		CHECK(cudaMemcpy(out, d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
		sum = wrong = 0;
		for (int i = 0; i < n; i++) {
			wrong += out[i] != sum;
			sum += in[i];
		}
		printf("exclusive, %d: last %d, %d wrong\n", n, out[n - 1], wrong);
		failed += wrong;
	}
	CHECK(cudaFree(d_in));
	CHECK(cudaFree(d_out));
	free(in);
	free(out);
	return failed != 0;
}
