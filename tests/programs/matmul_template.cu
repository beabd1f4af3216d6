/*
 * Matrix product as a template: the element type, the tile and how many results a thread keeps in
 * registers are fixed at compile time, some of it by -D on the command line.
 */
// options: -DBLOCK=32 -DREAL=double -std=c++17
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#ifndef BLOCK
#error "compile with -DBLOCK=n"
#endif

#define CUDA_CALL(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
	printf("%s failed: %s\n", #x, cudaGetErrorName(e_)); std::exit(1); } } while (0)

/* C (m x n) = A (m x k) * B (k x n); a block makes TILE x TILE of C, each thread WORK rows of a column. */
template <typename T, int TILE, int WORK>
__global__ __launch_bounds__(TILE *TILE / WORK) void gemm(T *__restrict__ c, const T *__restrict__ a,
    const T *__restrict__ b, int m, int n, int k)
{
	static_assert(TILE % WORK == 0, "a thread makes a whole number of rows");
	constexpr int ROWS = TILE / WORK;
	__shared__ T as[TILE][TILE + 1];
	__shared__ T bs[TILE][TILE];
	const int col = blockIdx.x * TILE + threadIdx.x, first = blockIdx.y * TILE + threadIdx.y;
	T sum[WORK] = {};

	for (int at = 0; at < k; at += TILE) {
#pragma unroll
		for (int w = 0; w < WORK; w++) {
			const int r = threadIdx.y + w * ROWS, row = blockIdx.y * TILE + r;
			as[r][threadIdx.x] = row < m && at + (int)threadIdx.x < k ? a[row * k + at + threadIdx.x] : T(0);
			bs[r][threadIdx.x] = at + r < k && col < n ? b[(at + r) * n + col] : T(0);
		}
		__syncthreads();
#pragma unroll
		for (int i = 0; i < TILE; i++) {
			const T right = bs[i][threadIdx.x];
#pragma unroll
			for (int w = 0; w < WORK; w++)
				sum[w] += as[threadIdx.y + w * ROWS][i] * right;
		}
		__syncthreads();
	}
#pragma unroll
	for (int w = 0; w < WORK; w++)
		if (const int row = first + w * ROWS; row < m && col < n)
			c[row * n + col] = sum[w];
}

template <typename T, int TILE, int WORK> static int trial(const char *type, int m, int n, int k)
{
	std::vector<T> a(m * k), b(k * n), c(m * n);
	for (int i = 0; i < m * k; i++)
		a[i] = T(i * 3 % 17 - 8);
	for (int i = 0; i < k * n; i++)
		b[i] = T(i * 11 % 19 - 9);
	T *da, *db, *dc;
	CUDA_CALL(cudaMalloc(&da, a.size() * sizeof(T)));
	CUDA_CALL(cudaMalloc(&db, b.size() * sizeof(T)));
	CUDA_CALL(cudaMalloc(&dc, c.size() * sizeof(T)));
	CUDA_CALL(cudaMemcpy(da, a.data(), a.size() * sizeof(T), cudaMemcpyHostToDevice));
	CUDA_CALL(cudaMemcpy(db, b.data(), b.size() * sizeof(T), cudaMemcpyHostToDevice));
	const dim3 block(TILE, TILE / WORK), grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
	gemm<T, TILE, WORK><<<grid, block>>>(dc, da, db, m, n, k);
	CUDA_CALL(cudaGetLastError());
	CUDA_CALL(cudaMemcpy(c.data(), dc, c.size() * sizeof(T), cudaMemcpyDeviceToHost));
	int wrong = 0;
	for (int row = 0; row < m; row++)
		for (int col = 0; col < n; col++) {
			T want = 0;
			for (int i = 0; i < k; i++)
				want += a[row * k + i] * b[i * n + col];
			wrong += c[row * n + col] != want;
		}
	printf("%s, tile %d, %d per thread, %dx%dx%d: %d wrong\n", type, TILE, WORK, m, n, k, wrong);
	CUDA_CALL(cudaFree(da));
	CUDA_CALL(cudaFree(db));
	CUDA_CALL(cudaFree(dc));
	return wrong;
}

int main()
{
	int wrong = trial<REAL, BLOCK, 4>("REAL", 50, 70, 90);
	wrong += trial<float, 16, 1>("float", 48, 48, 48);
	wrong += trial<float, 16, 8>("float", 31, 47, 15);
	wrong += trial<int, 8, 2>("int", 9, 8, 7);
	return wrong ? 1 : 0;
}
