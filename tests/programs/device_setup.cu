// What programs set before their work: the device among several, its flags, how it splits its cache, and what a kernel prefers.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		cudaError_t error = (call); \
		if (error != cudaSuccess) { \
			printf("line %d: %s: %s\n", __LINE__, #call, cudaGetErrorString(error)); \
			exit(1); \
		} \
	} while (0)

__global__ void sum(int *out, const int *in, int n)
{
	__shared__ int part[256];
	int s = 0;

	for (int i = threadIdx.x; i < n; i += 256)
		s += in[i];
	part[threadIdx.x] = s;
	for (int step = 128; step > 0; step /= 2) {
		__syncthreads();
		if (threadIdx.x < step)
			part[threadIdx.x] += part[threadIdx.x + step];
	}
	if (threadIdx.x == 0)
		*out = part[0];
}

int main()
{
	const int n = 10000;
	static int in[n];
	int valid[1] = { 0 }, device = -1, *data, result, leap = 0;
	unsigned flags = 0;
	cudaFuncCache cache;

	CHECK(cudaSetValidDevices(valid, 1));
	CHECK(cudaInitDevice(0, cudaDeviceScheduleBlockingSync, cudaInitDeviceFlagsAreValid));
	CHECK(cudaSetDevice(0));
	CHECK(cudaGetDevice(&device));
	CHECK(cudaGetDeviceFlags(&flags));
	printf("device %d waits by blocking: %d\n", device, (flags & cudaDeviceScheduleMask) == cudaDeviceScheduleBlockingSync);
	CHECK(cudaSetDeviceFlags(cudaDeviceScheduleSpin));
	CHECK(cudaGetDeviceFlags(&flags));
	printf("then by spinning: %d\n", (flags & cudaDeviceScheduleMask) == cudaDeviceScheduleSpin);
	CHECK(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared));
	CHECK(cudaDeviceGetCacheConfig(&cache));
	CHECK(cudaFuncSetCacheConfig(sum, cudaFuncCachePreferL1));
	CHECK(cudaFuncSetAttribute(sum, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
	for (int i = 0; i < n; i++)
		in[i] = i % 7, leap += in[i];
	CHECK(cudaMalloc(&data, sizeof in + sizeof *data));
	CHECK(cudaMemcpy(data + 1, in, sizeof in, cudaMemcpyHostToDevice));
	sum<<<1, 256>>>(data, data + 1, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(&result, data, sizeof result, cudaMemcpyDeviceToHost));
	CHECK(cudaCtxResetPersistingL2Cache());
	printf("the sum is %s\n", result == leap ? "right" : "wrong");
	CHECK(cudaFree(data));
	return 0;
}
