// Pools, managed and registered memory of the driver, and what it knows about a pointer.
// options: -lcuda
#include <cstdio>
#include <cstdlib>
#include <cstring>
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

static const char text[] =
	".version 7.0\n.target sm_75\n.address_size 64\n"
	".visible .global .align 4 .s32 offset = 100;\n"
	".visible .entry add(.param .u64 c, .param .u64 a, .param .u64 b, .param .u32 n)\n{\n"
	".reg .b32 %r<9>; .reg .b64 %d<9>; .reg .pred %p;\n"
	"ld.param.u64 %d1, [c]; ld.param.u64 %d2, [a]; ld.param.u64 %d3, [b]; ld.param.u32 %r1, [n];\n"
	"mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x; mad.lo.s32 %r5, %r2, %r3, %r4;\n"
	"setp.ge.s32 %p, %r5, %r1; @%p ret;\n"
	"mul.wide.s32 %d4, %r5, 4; add.s64 %d1, %d1, %d4; add.s64 %d2, %d2, %d4; add.s64 %d3, %d3, %d4;\n"
	"ld.global.s32 %r6, [%d2]; ld.global.s32 %r7, [%d3]; add.s32 %r6, %r6, %r7;\n"
	"ld.global.s32 %r8, [offset]; add.s32 %r6, %r6, %r8; st.global.s32 [%d1], %r6; ret;\n}\n"
	".visible .entry empty()\n{\nret;\n}\n";

int main()
{
	const int n = 512;
	int *registered = (int *)aligned_alloc(4096, n * sizeof(int)), wrong = 0, size = n;
	unsigned long long used = 1, threshold = 1 << 20;
	CUdevice device;
	CUcontext context;
	CUmodule module;
	CUfunction add;
	CUmemoryPool pool;
	CUdeviceptr a, b, managed, mapped, start;
	CUstream stream;
	CUmemorytype type;
	size_t length;
	unsigned is_managed;
	int on;
	void *answers[] = { &type, &is_managed, &on };
	CUpointer_attribute which[] = { CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_IS_MANAGED, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL };

	CHECK(cuInit(0));
	CHECK(cuDeviceGet(&device, 0));
	CHECK(cuDevicePrimaryCtxRetain(&context, device));
	CHECK(cuCtxSetCurrent(context));
	CHECK(cuModuleLoadData(&module, text));
	CHECK(cuModuleGetFunction(&add, module, "add"));
	CHECK(cuStreamCreate(&stream, CU_STREAM_DEFAULT));
	CHECK(cuDeviceGetDefaultMemPool(&pool, device));
	CHECK(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &threshold));
	CHECK(cuMemAllocAsync(&a, n * 4, stream));
	CHECK(cuMemAllocFromPoolAsync(&b, n * 4, pool, stream));
	CHECK(cuMemAllocManaged(&managed, n * 4, CU_MEM_ATTACH_GLOBAL));
	CHECK(cuMemHostRegister(registered, n * 4, CU_MEMHOSTREGISTER_DEVICEMAP));
	CHECK(cuMemHostGetDevicePointer(&mapped, registered, 0));
	for (int i = 0; i < n; i++)
		registered[i] = 3 * i;
	CHECK(cuMemcpyHtoDAsync(a, registered, n * 4, stream));
	CHECK(cuMemsetD32Async(b, 1000, n, stream));
	void *parameters[] = { &managed, &a, &b, &size };
	CHECK(cuLaunchKernel(add, 2, 1, 1, 256, 1, 1, 0, stream, parameters, NULL));
	CHECK(cuMemFreeAsync(a, stream));
	CHECK(cuMemFreeAsync(b, stream));
	CHECK(cuStreamSynchronize(stream));
	for (int i = 0; i < n; i++)
		wrong += ((int *)managed)[i] != 3 * i + 1100;
	CHECK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
	CHECK(cuMemPoolTrimTo(pool, 0));
	printf("%d wrong, %llu bytes of the pool in use\n", wrong, used);
	CHECK(cuPointerGetAttributes(3, which, answers, managed));
	printf("managed %u, device's memory %d, device %d\n", is_managed, type == CU_MEMORYTYPE_DEVICE, on);
	CHECK(cuPointerGetAttribute(&start, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, managed + 100));
	CHECK(cuPointerGetAttribute(&length, CU_POINTER_ATTRIBUTE_RANGE_SIZE, managed + 100));
	printf("begins at the allocation %d, %zu bytes\n", start == managed, length);
	CHECK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, mapped));
	printf("registered memory is the host's %d\n", type == CU_MEMORYTYPE_HOST);
	CHECK(cuMemHostUnregister(registered));
	CHECK(cuMemFree(managed));
	CHECK(cuStreamDestroy(stream));
	CHECK(cuModuleUnload(module));
	CHECK(cuDevicePrimaryCtxRelease(device));
	free(registered);
	return 0;
}
