// A pool of one's own as the device's: allocations in a stream come from it, and who may use its memory is asked and set.
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

__global__ void fill(int *p, int n, int v)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		p[i] = v + i;
}

int main()
{
	const int n = 5000;
	static int got[n];
	int *p, wrong = 0;
	cudaMemPool_t mine, usual, now;
	cudaMemPoolProps props;
	cudaMemLocation here;
	cudaMemAccessDesc access;
	cudaMemAccessFlags flags;
	unsigned long long used = 1, high = 0, keep = 1 << 20;
	cudaStream_t stream;

	CHECK(cudaStreamCreate(&stream));
	memset(&props, 0, sizeof props);
	props.allocType = cudaMemAllocationTypePinned;
	props.location.type = cudaMemLocationTypeDevice;
	props.location.id = 0;
	CHECK(cudaMemPoolCreate(&mine, &props));
	CHECK(cudaMemPoolSetAttribute(mine, cudaMemPoolAttrReleaseThreshold, &keep));
	CHECK(cudaDeviceGetMemPool(&usual, 0));
	CHECK(cudaDeviceSetMemPool(0, mine));
	CHECK(cudaDeviceGetMemPool(&now, 0));
	printf("the device's pool is mine: %d\n", now == mine && now != usual);
	here.type = cudaMemLocationTypeDevice, here.id = 0;
	access.location = here, access.flags = cudaMemAccessFlagsProtReadWrite;
	CHECK(cudaMemPoolSetAccess(mine, &access, 1));
	CHECK(cudaMemPoolGetAccess(&flags, mine, &here));
	printf("the device may read and write: %d\n", flags == cudaMemAccessFlagsProtReadWrite);
	for (int round = 0; round < 3; round++) {
		CHECK(cudaMallocAsync(&p, n * sizeof *p, stream));
		fill<<<(n + 255) / 256, 256, 0, stream>>>(p, n, round);
		CHECK(cudaMemcpyAsync(got, p, sizeof got, cudaMemcpyDeviceToHost, stream));
		CHECK(cudaFreeAsync(p, stream));
		CHECK(cudaStreamSynchronize(stream));
		for (int i = 0; i < n; i++)
			wrong += got[i] != round + i;
	}
	CHECK(cudaMemPoolGetAttribute(mine, cudaMemPoolAttrUsedMemCurrent, &used));
	CHECK(cudaMemPoolGetAttribute(mine, cudaMemPoolAttrUsedMemHigh, &high));
	printf("%d wrong; in use: %llu, at most at least one: %d\n", wrong, used, high >= n * sizeof *p);
	CHECK(cudaDeviceSetMemPool(0, usual));
	CHECK(cudaMemPoolDestroy(mine));
	CHECK(cudaStreamDestroy(stream));
	return 0;
}
