// Copies beside the thread, two stages ahead; the last ones are shorter than a tile and filled up with zeros.
#include <cstdio>
#include <cuda_pipeline.h>

enum { TILE = 256, STAGES = 2 };

__global__ void sums(const float *in, float *out, int n)
{
	__shared__ __align__(16) float tile[STAGES][TILE];
	int tiles = (n + TILE - 1) / TILE, t = threadIdx.x;
	float sum = 0;
	auto fetch = [&](int k) {
		if (k < tiles) {
			int at = k * TILE + 4 * t, have = n - at < 0 ? 0 : n - at < 4 ? n - at : 4;
			if (have == 4)
				__pipeline_memcpy_async(&tile[k % STAGES][4 * t], &in[at], 16);
			else
				for (int i = 0; i < 4; i++)
					__pipeline_memcpy_async(&tile[k % STAGES][4 * t + i], &in[i < have ? at + i : 0], 4, i < have ? 0 : 4);
		}
		__pipeline_commit();
	};
	fetch(0);
	for (int k = 0; k < tiles; k++) {
		fetch(k + 1);
		__pipeline_wait_prior(1);
		__syncthreads();
		for (int i = t; i < TILE; i += blockDim.x)
			sum += tile[k % STAGES][i];
		__syncthreads();
	}
	out[t] = sum;
}

int main()
{
	const int n = 1003, threads = TILE / 4;
	float *in, *out, want = 0, got = 0;
	cudaMallocManaged(&in, n * sizeof *in);
	cudaMallocManaged(&out, threads * sizeof *out);
	for (int i = 0; i < n; i++)
		want += in[i] = i % 17;
	sums<<<1, threads>>>(in, out, n);
	cudaDeviceSynchronize();
	for (int i = 0; i < threads; i++)
		got += out[i];
	printf("%g, should be %g\n", got, want);
	cudaFree(in);
	cudaFree(out);
	return 0;
}
