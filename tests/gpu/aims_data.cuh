// aims_data.cuh - arrays for the programs that aims.cu times: taken from one pool, filled and checked on the device.
#ifndef WARPBOOK_AIMS_DATA_CUH
#define WARPBOOK_AIMS_DATA_CUH

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <cublas_v2.h>
#include <cuda_runtime.h>

static void must(const char *what, int failed)
{
	if (failed) {
		printf("# %s: error %d (%s)\n", what, failed, cudaGetErrorString(cudaGetLastError()));
		exit(1);
	}
}
#define MUST(call) must(#call, (int)(call))

enum limit { COPY, SGEMM, TF32, STEPS };

struct run {
	size_t used; // of the pool
	union {
		void *p;
		int i;
		float f;
	} value[16];
	void *arg[16];
	int args;
	dim3 grid, block;
	int shared; // bytes of each block, beside what the kernel declares itself
	int m, n, k, lda, ldb, ldc; // of a product of matrices
	float alpha, beta;
	float *a, *b, *c;
};

#define POOL_SIZE ((size_t)4 << 30)
#define SPARE_SIZE ((size_t)2 << 30)

static char *pool;                // what programs work on
static char *spare[2];            // what the limits work on; the second also holds expected results
static unsigned long long *tally; // a number that kernels add up
static cublasHandle_t cublas;

__device__ unsigned hash(unsigned long long i)
{
	i = (i + 1) * 0x9e3779b97f4a7c15ull;
	i = (i ^ i >> 29) * 0xbf58476d1ce4e5b9ull;
	return (unsigned)(i >> 32);
}

template <typename F> __global__ void each_kernel(long n, F f)
{
	for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += (long)gridDim.x * blockDim.x)
		f(i);
}

template <typename F> static void each(long n, F f)
{
	each_kernel<<<1056, 256>>>(n, f);
	MUST(cudaDeviceSynchronize());
}

template <typename F> __global__ void wrong_kernel(long n, F right, unsigned long long *wrong)
{
	unsigned long long mine = 0;
	for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += (long)gridDim.x * blockDim.x)
		mine += !right(i);
	if (mine)
		atomicAdd(wrong, mine);
}

template <typename F> static long wrong(long n, F right)
{
	unsigned long long sum;
	MUST(cudaMemset(tally, 0, 8));
	wrong_kernel<<<1056, 256>>>(n, right, tally);
	MUST(cudaMemcpy(&sum, tally, 8, cudaMemcpyDeviceToHost));
	return (long)sum;
}

template <typename T> static T *take(struct run *r, size_t n)
{
	T *p = (T *)(pool + r->used);
	r->used += (n * sizeof(T) + 255) / 256 * 256;
	must("the pool is too small", r->used > POOL_SIZE);
	r->value[r->args].p = p;
	r->arg[r->args] = &r->value[r->args];
	r->args++;
	return p;
}

static float *floats(struct run *r, size_t n) // from -1 to 1
{
	float *p = take<float>(r, n);
	size_t seed = r->used;
	each(n, [=] __device__(long i) { p[i] = (float)(hash(i + seed) >> 8) / (1 << 23) - 1; });
	return p;
}

static int *ints(struct run *r, size_t n, int below)
{
	int *p = take<int>(r, n);
	size_t seed = r->used;
	each(n, [=] __device__(long i) { p[i] = hash(i + seed) % below; });
	return p;
}

template <typename T> static T *poison(struct run *r, size_t n)
{
	T *p = take<T>(r, n);
	MUST(cudaMemset(p, 0xff, n * sizeof(T)));
	return p;
}

static void number(struct run *r, int i)
{
	r->value[r->args].i = i;
	r->arg[r->args] = &r->value[r->args];
	r->args++;
}

static void real(struct run *r, float f)
{
	r->value[r->args].f = f;
	r->arg[r->args] = &r->value[r->args];
	r->args++;
}

static int ceil_div(int a, int b)
{
	return (a + b - 1) / b;
}

// A block of x by y threads for each part of wide by high elements.
static void launch(struct run *r, int wide, int part_x, int high, int part_y, int x, int y)
{
	r->grid = dim3(ceil_div(wide, part_x), ceil_div(high, part_y));
	r->block = dim3(x, y);
}

#endif
