// kernels.cu - what may be asked about kernels and of them. Prints what does not hold; run by kernels.sh.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

__constant__ float table[16];

struct trio { char a; double b; };

__global__ void plain(float *x, int n, trio t)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = i * table[0] + t.b;
}

__global__ void __launch_bounds__(256) tile(float *x)
{
	__shared__ float t[32][33];
	t[threadIdx.x % 32][threadIdx.x / 32] = x[threadIdx.x];
	__syncthreads();
	x[threadIdx.x] = t[threadIdx.x / 32][threadIdx.x % 32];
}

__global__ void scratch(float *x)
{
	extern __shared__ float s[];
	s[threadIdx.x] = x[threadIdx.x];
	__syncthreads();
	x[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

static int failures;

#define HOLDS(condition) \
	do { \
		if (!(condition)) { \
			printf("line %d: %s\n", __LINE__, #condition); \
			failures++; \
		} \
		cudaGetLastError(); \
	} while (0)

static void test_attributes()
{
	cudaFuncAttributes a;
	size_t offset, size;

	HOLDS(cudaFuncGetAttributes(&a, tile) == cudaSuccess);
	HOLDS(a.sharedSizeBytes == 32 * 33 * 4);
	HOLDS(a.maxThreadsPerBlock == 256);
	HOLDS(a.numRegs > 4 && a.numRegs < 64);
	HOLDS(a.maxDynamicSharedSizeBytes == 49152 - 32 * 33 * 4);
	HOLDS(cudaFuncGetAttributes(&a, plain) == cudaSuccess && a.maxThreadsPerBlock == 1024 && a.constSizeBytes == 64);
	HOLDS(a.preferredShmemCarveout == -1 && a.binaryVersion == 90);
	HOLDS(cudaFuncGetAttributes(&a, (const void *)test_attributes) == cudaErrorInvalidDeviceFunction);
	HOLDS(cudaFuncGetAttributes((cudaFuncAttributes *)0, plain) == cudaErrorInvalidValue);
	HOLDS(cudaFuncGetParamInfo((const void *)plain, 2, &offset, &size) == cudaSuccess && offset == 16 && size == 16);
	HOLDS(cudaFuncGetParamInfo((const void *)plain, 1, &offset, &size) == cudaSuccess && offset == 8 && size == 4);
	HOLDS(cudaFuncGetParamInfo((const void *)plain, 3, &offset, &size) == cudaErrorInvalidValue);
	HOLDS(cudaFuncSetCacheConfig(plain, cudaFuncCachePreferL1) == cudaSuccess);
	HOLDS(cudaFuncSetAttribute(plain, cudaFuncAttributePreferredSharedMemoryCarveout, 50) == cudaSuccess);
	HOLDS(cudaFuncGetAttributes(&a, plain) == cudaSuccess && a.preferredShmemCarveout == 50);
	HOLDS(cudaFuncSetAttribute(plain, cudaFuncAttributePreferredSharedMemoryCarveout, 101) == cudaErrorInvalidValue);
}

static void test_shared(float *d)
{
	cudaFuncAttributes a;

	scratch<<<1, 32, 49152>>>(d);
	HOLDS(cudaGetLastError() == cudaSuccess);
	scratch<<<1, 32, 49153>>>(d);
	HOLDS(cudaGetLastError() == cudaErrorInvalidValue);
	tile<<<1, 256, 45000>>>(d); /* with the static arrays more than 48 KiB */
	HOLDS(cudaGetLastError() == cudaErrorInvalidValue);
	HOLDS(cudaFuncSetAttribute(scratch, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000) == cudaSuccess);
	HOLDS(cudaFuncGetAttributes(&a, scratch) == cudaSuccess && a.maxDynamicSharedSizeBytes == 100000);
	scratch<<<1, 32, 100000>>>(d);
	HOLDS(cudaGetLastError() == cudaSuccess);
	scratch<<<1, 32, 100001>>>(d);
	HOLDS(cudaGetLastError() == cudaErrorInvalidValue);
	HOLDS(cudaFuncSetAttribute(scratch, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448) == cudaSuccess);
	HOLDS(cudaFuncSetAttribute(scratch, cudaFuncAttributeMaxDynamicSharedMemorySize, 232449) == cudaErrorInvalidValue);
	HOLDS(cudaFuncSetAttribute(scratch, cudaFuncAttributeMaxDynamicSharedMemorySize, -1) == cudaErrorInvalidValue);
	HOLDS(cudaDeviceSynchronize() == cudaSuccess);
}

struct a_row_each {
	__host__ __device__ size_t operator()(int threads) const { return threads * 400; }
};

static void test_occupancy()
{
	int n, grid, block;
	size_t left;
	cudaLaunchConfig_t config = {};

	HOLDS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, plain, 1024, 0) == cudaSuccess && n == 2);
	HOLDS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, plain, 256, 0) == cudaSuccess && n == 8);
	HOLDS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, plain, 33, 0) == cudaSuccess && n == 32);
	HOLDS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, plain, 32, 0) == cudaSuccess && n == 32);
	HOLDS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, scratch, 32, 100 << 10) == cudaSuccess && n == 2);
	HOLDS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, scratch, 32, 227 << 10) == cudaSuccess && n == 1);
	HOLDS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, scratch, 32, (227 << 10) + 1) == cudaSuccess && n == 0);
	HOLDS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, tile, 512, 0) == cudaSuccess && n == 0);
	HOLDS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, plain, 0, 0) == cudaErrorInvalidValue);
	HOLDS(cudaOccupancyAvailableDynamicSMemPerBlock(&left, scratch, 2, 64) == cudaSuccess && left == (114 << 10) - 1024);
	HOLDS(cudaOccupancyAvailableDynamicSMemPerBlock(&left, scratch, 1, 64) == cudaSuccess && left == 227 << 10);
	HOLDS(cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain, 0, 0) == cudaSuccess && block == 1024 && grid == 264);
	HOLDS(cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain, 0, 300) == cudaSuccess && block <= 300 && block > 200);
	HOLDS(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, scratch, a_row_each()) == cudaSuccess && block >= 64);
	config.gridDim = dim3(64);
	config.blockDim = dim3(256);
	HOLDS(cudaOccupancyMaxPotentialClusterSize(&n, plain, &config) == cudaSuccess && n == 8);
	HOLDS(cudaOccupancyMaxActiveClusters(&n, plain, &config) == cudaSuccess && n == 132 * 8);
}

static void test_launches(float *d)
{
	float x[32], c = 2;
	trio t = { 'a', 0.5 };
	int n = 32;
	void *arguments[] = { &d, &n, &t };
	cudaLaunchConfig_t config = {};

	HOLDS(cudaMemcpyToSymbol(table, &c, sizeof c) == cudaSuccess);
	HOLDS(cudaLaunchKernel(plain, dim3(1), dim3(32), arguments, 0, 0) == cudaSuccess);
	HOLDS(cudaMemcpy(x, d, sizeof x, cudaMemcpyDeviceToHost) == cudaSuccess && x[3] == 6.5f);
	config.gridDim = dim3(1);
	config.blockDim = dim3(32);
	t.b = 1;
	cudaError_t e = cudaLaunchKernelEx(&config, plain, d, 32, t);
	HOLDS(e == cudaErrorNotSupported || (e == cudaSuccess && cudaMemcpy(x, d, sizeof x, cudaMemcpyDefault) == cudaSuccess && x[3] == 7));
}

int main()
{
	float *d;

	if (cudaMalloc(&d, 1 << 20) || cudaMemset(d, 0, 1 << 20))
		return 2;
	test_attributes();
	test_shared(d);
	test_occupancy();
	test_launches(d);
	cudaFree(d);
	printf("%d failures\n", failures);
	return failures != 0;
}
