// needs: nvcc (clang has no launches in kernels)
// options: -rdc=true -lcudadevrt
/*
 * Adaptive integration by dynamic parallelism: a grid whose intervals are not exact enough yet launches one with twice as many, each
 * interval's halves; tail launches sum up level by level.
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		cudaError_t status = (call); \
		if (status != cudaSuccess) { \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

struct interval { double from, to; };

__host__ __device__ double f(double x) { return exp(-x * x) * (1 + sin(20 * x)); }

__device__ double simpson(double a, double b) { return (b - a) / 6 * (f(a) + 4 * f((a + b) / 2) + f(b)); }

/* What is exact enough is added up; the rest is halved for the next level, which the last block to end launches. */
__global__ void level(interval *now, int n, interval *next, int *nnext, unsigned *ended, double *sum, int depth)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		interval x = now[i];
		double middle = (x.from + x.to) / 2, whole = simpson(x.from, x.to);
		double halves = simpson(x.from, middle) + simpson(middle, x.to);
		if (fabs(halves - whole) < 1e-9 || depth == 0) {
			atomicAdd(sum, halves);
		} else {
			int at = atomicAdd(nnext, 2);
			next[at] = { x.from, middle };
			next[at + 1] = { middle, x.to };
		}
	}
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		if (atomicAdd(ended, 1) == gridDim.x - 1) {
			int m = atomicAdd(nnext, 0);
			*nnext = 0;
			*ended = 0;
			if (m)
				level<<<(m + 63) / 64, 64, 0, cudaStreamTailLaunch>>>(next, m, now, nnext, ended, sum, depth - 1);
		}
	}
}

int main()
{
	const int room = 1 << 16;
	interval *a, *b, all = { -4, 4 };
	int *n;
	unsigned *ended;
	double *sum, got, want = 0;
	CHECK(cudaMalloc(&a, room * sizeof *a));
	CHECK(cudaMalloc(&b, room * sizeof *b));
	CHECK(cudaMalloc(&n, sizeof *n));
	CHECK(cudaMalloc(&ended, sizeof *ended));
	CHECK(cudaMalloc(&sum, sizeof *sum));
	CHECK(cudaMemcpy(a, &all, sizeof all, cudaMemcpyHostToDevice));
	CHECK(cudaMemset(n, 0, sizeof *n));
	CHECK(cudaMemset(ended, 0, sizeof *ended));
	CHECK(cudaMemset(sum, 0, sizeof *sum));
	level<<<1, 64>>>(a, 1, b, n, ended, sum, 14);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(&got, sum, sizeof got, cudaMemcpyDeviceToHost));
	for (int i = 0; i < 1000000; i++)
		want += f(-4 + 8 * (i + 0.5) / 1000000) * 8 / 1000000;
	printf("integral %.6f: %s\n", got, fabs(got - want) < 1e-6 ? "right" : "WRONG");
	CHECK(cudaFree(a));
	CHECK(cudaFree(b));
	CHECK(cudaFree(n));
	CHECK(cudaFree(ended));
	CHECK(cudaFree(sum));
}
