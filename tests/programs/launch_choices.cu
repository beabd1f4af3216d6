// How a launch is chosen: occupancy with and without flags, shared memory that is left for each block, parameters of a kernel, and a launch
// by a configuration.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		cudaError_t error = (call); \
		if (error != cudaSuccess) { \
			printf("line %d: %s: %s\n", __LINE__, #call, cudaGetErrorString(error)); \
			exit(1); \
		} \
	} while (0)

struct pair { int first; double second; };

__global__ void reduce(double *out, pair p, int n)
{
	extern __shared__ double part[];
	double s = 0;

	for (int i = threadIdx.x; i < n; i += blockDim.x)
		s += p.first + i * p.second;
	part[threadIdx.x] = s;
	for (int step = blockDim.x / 2; step; step /= 2) {
		__syncthreads();
		if (threadIdx.x < step)
			part[threadIdx.x] += part[threadIdx.x + step];
	}
	if (threadIdx.x == 0)
		*out = part[0];
}

int main()
{
	int blocks, same, grid, block, n = 1000;
	size_t shared, offset, size;
	double *out, got;
	pair p = { 1, 0.5 };
	cudaFuncAttributes about;
	cudaLaunchConfig_t config;
	cudaLaunchAttribute attribute;

	CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reduce, 256, 256 * sizeof(double)));
	CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&same, reduce, 256, 256 * sizeof(double), cudaOccupancyDisableCachingOverride));
	CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(&shared, reduce, 2, 256));
	CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, reduce, 0, 512));
	printf("blocks %d, the same %d; shared memory for each of two: %d; block of 512 at most: %d\n", blocks > 0, blocks == same, shared >= 16384,
	       block > 0 && block <= 512 && grid > 0);
	CHECK(cudaFuncGetParamInfo((const void *)reduce, 1, &offset, &size));
	printf("the second parameter is at %zu and has %zu bytes\n", offset, size);
	CHECK(cudaFuncGetAttributes(&about, reduce));
	CHECK(cudaMalloc(&out, sizeof *out));
	memset(&config, 0, sizeof config);
	memset(&attribute, 0, sizeof attribute);
	attribute.id = cudaLaunchAttributePriority;
	attribute.val.priority = 0;
	config.gridDim = dim3(1), config.blockDim = dim3(256), config.dynamicSmemBytes = 256 * sizeof(double);
	config.attrs = &attribute, config.numAttrs = 1;
	void *arguments[] = { &out, &p, &n };
	CHECK(cudaLaunchKernelExC(&config, (const void *)reduce, arguments));
	CHECK(cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost));
	printf("%d threads at most; the sum is %g\n", about.maxThreadsPerBlock, got);
	CHECK(cudaLaunchKernelEx(&config, reduce, out, p, n / 2));
	CHECK(cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost));
	printf("of the first half %g\n", got);
	CHECK(cudaFree(out));
	return 0;
}
