/*
 * A sparse matrix (CSR) times a vector, three ways: a thread, a tile of eight lanes and a warp for each row, with cooperative groups; the
 * power method then finds the largest eigenvalue with one stream-captured graph for each step.
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

#define CHECK(call) \
	do { \
		cudaError_t status = (call); \
		if (status != cudaSuccess) { \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

struct csr { const int *begin, *column; const double *value; int rows; };

template <int LANES>
__global__ void multiply(csr m, const double *x, double *y)
{
	auto tile = cg::tiled_partition<LANES>(cg::this_thread_block());
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / LANES;
	if (row >= m.rows)
		return;
	double sum = 0;
	for (int k = m.begin[row] + (int)tile.thread_rank(); k < m.begin[row + 1]; k += LANES)
		sum += m.value[k] * x[m.column[k]];
	for (int step = LANES / 2; step; step /= 2)
		sum += tile.shfl_down(sum, step);
	if (tile.thread_rank() == 0)
		y[row] = sum;
}

__global__ void norm(const double *y, int n, double *length)
{
	__shared__ double part[128];
	double mine = 0;
	for (int i = threadIdx.x; i < n; i += 128)
		mine += y[i] * y[i];
	part[threadIdx.x] = mine;
	for (int half = 64; half; half /= 2) {
		__syncthreads();
		if (threadIdx.x < half)
			part[threadIdx.x] += part[threadIdx.x + half];
	}
	if (threadIdx.x == 0)
		*length = sqrt(part[0]);
}

__global__ void scale(const double *y, const double *length, double *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = y[i] / *length;
}

int main()
{
	const int n = 400;
	std::vector<int> begin(1, 0), column;
	std::vector<double> value, x(n), want(n), got(n);
	for (int r = 0; r < n; r++) {
		for (int c = r - 1 - r % 4; c <= r + 1; c++)
			if (c >= 0 && c < n && (c >= r - 1 || c % 3 == 0)) {
				column.push_back(c);
				value.push_back(c == r ? 2 : c == r - 1 || c == r + 1 ? -1 : 0.01);
			}
		begin.push_back((int)column.size());
		x[r] = (r * 31 % 17) / 8.0 - 1;
	}
	for (int r = 0; r < n; r++)
		for (int k = begin[r]; k < begin[r + 1]; k++)
			want[r] += value[k] * x[column[k]];
	int *dbegin, *dcolumn;
	double *dvalue, *dx, *dy, *length;
	CHECK(cudaMalloc(&dbegin, begin.size() * sizeof(int)));
	CHECK(cudaMalloc(&dcolumn, column.size() * sizeof(int)));
	CHECK(cudaMalloc(&dvalue, value.size() * sizeof(double)));
	CHECK(cudaMalloc(&dx, n * sizeof(double)));
	CHECK(cudaMalloc(&dy, n * sizeof(double)));
	CHECK(cudaMalloc(&length, sizeof(double)));
	CHECK(cudaMemcpy(dbegin, begin.data(), begin.size() * sizeof(int), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(dcolumn, column.data(), column.size() * sizeof(int), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(dvalue, value.data(), value.size() * sizeof(double), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(dx, x.data(), n * sizeof(double), cudaMemcpyHostToDevice));
	csr m = { dbegin, dcolumn, dvalue, n };
	for (int way = 0; way < 3; way++) {
		if (way == 0)
			multiply<1><<<(n + 127) / 128, 128>>>(m, dx, dy);
		else if (way == 1)
			multiply<8><<<(n * 8 + 127) / 128, 128>>>(m, dx, dy);
		else
			multiply<32><<<(n * 32 + 127) / 128, 128>>>(m, dx, dy);
		CHECK(cudaGetLastError());
		CHECK(cudaMemcpy(got.data(), dy, n * sizeof(double), cudaMemcpyDeviceToHost));
		int wrong = 0;
		for (int r = 0; r < n; r++)
			wrong += fabs(got[r] - want[r]) > 1e-12;
		printf("%d lanes a row: %d wrong\n", way == 0 ? 1 : way == 1 ? 8 : 32, wrong);
	}
	cudaStream_t stream;
	cudaGraph_t graph;
	cudaGraphExec_t step;
	CHECK(cudaStreamCreate(&stream));
	CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	multiply<8><<<(n * 8 + 127) / 128, 128, 0, stream>>>(m, dx, dy);
	norm<<<1, 128, 0, stream>>>(dy, n, length);
	scale<<<(n + 127) / 128, 128, 0, stream>>>(dy, length, dx, n);
	CHECK(cudaStreamEndCapture(stream, &graph));
	CHECK(cudaGraphInstantiate(&step, graph, 0));
	double eigenvalue = 0, before = 1;
	int steps = 0;
	while (fabs(eigenvalue - before) > 1e-4 && steps < 300) {
		before = eigenvalue;
		CHECK(cudaGraphLaunch(step, stream));
		CHECK(cudaMemcpyAsync(&eigenvalue, length, sizeof eigenvalue, cudaMemcpyDeviceToHost, stream));
		CHECK(cudaStreamSynchronize(stream));
		steps++;
	}
	printf("largest eigenvalue about %.1f, %s\n", eigenvalue, steps < 300 ? "converged" : "NOT YET");
	CHECK(cudaGraphExecDestroy(step));
	CHECK(cudaGraphDestroy(graph));
	CHECK(cudaStreamDestroy(stream));
	for (void *p : { (void *)dbegin, (void *)dcolumn, (void *)dvalue, (void *)dx, (void *)dy, (void *)length })
		CHECK(cudaFree(p));
}
