// Contexts of the driver: pushed and popped, their limits, flags and versions; the primary one's state.
// options: -lcuda
#include <cstdio>
#include <cstdlib>
#include <cuda.h>

#define CHECK(call) \
	do { \
		CUresult result = (call); \
		const char *text = ""; \
		if (result != CUDA_SUCCESS) { \
			cuGetErrorString(result, &text); \
			printf("line %d: %s: %s\n", __LINE__, #call, text); \
			exit(1); \
		} \
	} while (0)

int main()
{
	CUdevice device, asked;
	CUcontext mine, primary, now;
	unsigned flags, version;
	unsigned long long ids[2];
	size_t limit;
	int active, low, high;
	CUfunc_cache cache;
	char bus[32];
	CUuuid id;

	CHECK(cuInit(0));
	CHECK(cuDeviceGet(&device, 0));
	CHECK(cuDeviceGetUuid(&id, device));
	CHECK(cuDeviceGetPCIBusId(bus, sizeof bus, device));
	CHECK(cuDeviceGetByPCIBusId(&asked, bus));
	printf("found by its bus: %d\n", asked == device);
	CHECK(cuDevicePrimaryCtxSetFlags(device, CU_CTX_SCHED_YIELD));
	CHECK(cuDevicePrimaryCtxGetState(device, &flags, &active));
	printf("active %d, yields %d\n", active, (flags & CU_CTX_SCHED_MASK) == CU_CTX_SCHED_YIELD);
	CHECK(cuDevicePrimaryCtxRetain(&primary, device));
	CHECK(cuDevicePrimaryCtxGetState(device, &flags, &active));
	printf("active %d\n", active);
#if CUDA_VERSION >= 13000
	CHECK(cuCtxCreate(&mine, NULL, CU_CTX_SCHED_BLOCKING_SYNC, device));
#else
	CHECK(cuCtxCreate(&mine, CU_CTX_SCHED_BLOCKING_SYNC, device));
#endif
	CHECK(cuCtxGetCurrent(&now));
	CHECK(cuCtxGetFlags(&flags));
	CHECK(cuCtxGetApiVersion(mine, &version));
	CHECK(cuCtxGetDevice(&asked));
	printf("mine is current %d, blocks %d, of the device %d, versions %d\n", now == mine, (flags & CU_CTX_SCHED_MASK) == CU_CTX_SCHED_BLOCKING_SYNC,
	       asked == device, version > 0);
	CHECK(cuCtxGetId(mine, &ids[0]));
	CHECK(cuCtxGetId(primary, &ids[1]));
	CHECK(cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, 16 << 20));
	CHECK(cuCtxGetLimit(&limit, CU_LIMIT_MALLOC_HEAP_SIZE));
	printf("ids differ %d, heap of 16 MiB %d\n", ids[0] != ids[1], limit >= 16 << 20);
	CHECK(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_SHARED));
	CHECK(cuCtxGetCacheConfig(&cache));
	CHECK(cuCtxGetStreamPriorityRange(&low, &high));
	printf("priorities %d\n", low == 0 && high < 0);
	CHECK(cuCtxPushCurrent(primary));
	CHECK(cuCtxGetCurrent(&now));
	printf("the primary one is current %d", now == primary);
	CHECK(cuCtxPopCurrent(&now));
	CHECK(cuCtxGetCurrent(&now));
	printf(", then mine %d\n", now == mine);
	CHECK(cuCtxSynchronize());
	CHECK(cuCtxDestroy(mine));
	CHECK(cuDevicePrimaryCtxRelease(device));
	return 0;
}
