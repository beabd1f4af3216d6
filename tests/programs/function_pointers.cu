/*
 * Functions as values on the device: a table in constant memory, a pointer fetched from a symbol by the host
 * and handed to a kernel, functors, and the kernels themselves in a table on the host.
 */
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

typedef int (*operation)(int, int);

__host__ __device__ int add(int a, int b) { return a + b; }
__host__ __device__ int sub(int a, int b) { return a - b; }
__host__ __device__ int mul(int a, int b) { return a * b; }
__host__ __device__ int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }

__constant__ operation table[4] = { add, sub, mul, gcd };
__device__ operation chosen = gcd;

__global__ void by_table(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = table[i % 4](i, 12);
}

__global__ void by_argument(int *out, int n, operation f)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = f(i, 18);
}

struct affine {
	int a, b;
	__host__ __device__ int operator()(int x) const { return a * x + b; }
};

template <class F> __global__ void by_functor(int *out, int n, F f)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = f(i);
}

__global__ void ones(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = 1;
}

__global__ void twos(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = 2;
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 1000, grid = (n + 127) / 128;
	const operation on_host[4] = { add, sub, mul, gcd };
	int *d, *h = (int *)malloc(n * sizeof(int)), wrong, failed = 0;
	CHECK(cudaMalloc(&d, n * sizeof(int)));

	by_table<<<grid, 128>>>(d, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost));
	wrong = 0;
	for (int i = 0; i < n; i++)
		wrong += h[i] != on_host[i % 4](i, 12);
	printf("table: %d wrong\n", wrong);
	failed += wrong;

	operation fetched;
	CHECK(cudaMemcpyFromSymbol(&fetched, chosen, sizeof fetched));
	by_argument<<<grid, 128>>>(d, n, fetched);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost));
	wrong = 0;
	for (int i = 0; i < n; i++)
		wrong += h[i] != gcd(i, 18);
	printf("argument: %d wrong\n", wrong);
	failed += wrong;

	by_functor<<<grid, 128>>>(d, n, affine{ 3, -7 });
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost));
	wrong = 0;
	for (int i = 0; i < n; i++)
		wrong += h[i] != 3 * i - 7;
	printf("functor: %d wrong\n", wrong);
	failed += wrong;

	void (*const kernels[])(int *, int) = { ones, twos };
	for (int k = 0; k < 2; k++) {
		kernels[k]<<<grid, 128>>>(d, n);
		CHECK(cudaGetLastError());
		CHECK(cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost));
		wrong = 0;
		for (int i = 0; i < n; i++)
			wrong += h[i] != k + 1;
		printf("kernel %d: %d wrong\n", k, wrong);
		failed += wrong;
	}

	cudaFuncAttributes about;
	CHECK(cudaFuncGetAttributes(&about, (const void *)kernels[0]));
	printf("up to %d threads a block\n", about.maxThreadsPerBlock);
	CHECK(cudaFree(d));
	free(h);
	return failed != 0;
}
