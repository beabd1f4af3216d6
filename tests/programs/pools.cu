/*
 * Allocation in stream order: a buffer for every round of a loop, taken from a pool and given back by the
 * stream, with no synchronisation in between.
 */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

__global__ void fill(int *data, int n, int value)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] = value + i;
}

__global__ void accumulate(int *sum, const int *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		sum[i] += data[i];
}

static int loop(const char *name, cudaMemPool_t pool, int rounds, int n)
{
	const int grid = (n + 255) / 256;
	std::vector<int> got(n);
	int *sum, wrong = 0, base = 0;
	cudaStream_t stream;
	CHECK(cudaStreamCreate(&stream));
	CHECK(cudaMallocAsync(&sum, n * sizeof(int), stream));
	CHECK(cudaMemsetAsync(sum, 0, n * sizeof(int), stream));
	for (int round = 0; round < rounds; round++) {
		int *scratch;
		if (pool)
			CHECK(cudaMallocFromPoolAsync(&scratch, n * sizeof(int), pool, stream));
		else
			CHECK(cudaMallocAsync(&scratch, n * sizeof(int), stream));
		fill<<<grid, 256, 0, stream>>>(scratch, n, round);
		accumulate<<<grid, 256, 0, stream>>>(sum, scratch, n);
		CHECK(cudaGetLastError());
		CHECK(cudaFreeAsync(scratch, stream));
		base += round;
	}
	CHECK(cudaStreamSynchronize(stream));
	CHECK(cudaMemcpy(got.data(), sum, n * sizeof(int), cudaMemcpyDeviceToHost));
	CHECK(cudaFreeAsync(sum, stream));
	CHECK(cudaStreamSynchronize(stream));
	CHECK(cudaStreamDestroy(stream));
	for (int i = 0; i < n; i++)
		wrong += got[i] != base + rounds * i;
	printf("%s: %d rounds, %d wrong\n", name, rounds, wrong);
	return wrong;
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 4000;
	int device = 0, pools = 0;
	CHECK(cudaGetDevice(&device));
	CHECK(cudaDeviceGetAttribute(&pools, cudaDevAttrMemoryPoolsSupported, device));
	printf("pools: %s\n", pools ? "yes" : "no");

	int wrong = loop("default pool", NULL, 20, n);

	cudaMemPool_t standard;
	CHECK(cudaDeviceGetDefaultMemPool(&standard, device));
	uint64_t used = 1, high = 0, keep = UINT64_MAX, kept = 0;
	CHECK(cudaMemPoolGetAttribute(standard, cudaMemPoolAttrUsedMemCurrent, &used));
	CHECK(cudaMemPoolGetAttribute(standard, cudaMemPoolAttrUsedMemHigh, &high));
	printf("all given back: %s, never more than three buffers: %s\n", used == 0 ? "yes" : "NO",
	    high >= 2 * n * sizeof(int) && high <= 3 * (n * sizeof(int) + 511) ? "yes" : "NO");

	cudaMemPoolProps props = {};
	props.allocType = cudaMemAllocationTypePinned;
	props.location.type = cudaMemLocationTypeDevice;
	props.location.id = device;
	cudaMemPool_t own;
	CHECK(cudaMemPoolCreate(&own, &props));
	CHECK(cudaMemPoolSetAttribute(own, cudaMemPoolAttrReleaseThreshold, &keep));
	CHECK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrReleaseThreshold, &kept));
	wrong += loop("a pool of its own", own, 10, n);
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrReservedMemCurrent, &high));
	CHECK(cudaMemPoolTrimTo(own, 0));
	CHECK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrReservedMemCurrent, &used));
	printf("reserved until it is trimmed: %s\n", high >= n * sizeof(int) && used == 0 ? "yes" : "NO");
	CHECK(cudaMemPoolDestroy(own));
	printf("threshold kept: %s\n", kept == keep ? "yes" : "NO");
	return wrong || used || kept != keep;
}
