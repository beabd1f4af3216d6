// The driver's vector addition: a module from PTX with the log of its compilation, a variable of the module, a launch by the list of
// parameters and by the packed ones.
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
	const int n = 3000;
	static int a[n], b[n], c[n];
	int version, major, minor, count, value = 0, wrong = 0, most;
	char log[1024] = "", name[100];
	CUjit_option options[] = { CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES };
	void *values[] = { log, (void *)sizeof log };
	CUdevice device;
	CUcontext context;
	CUmodule module, owner;
	CUfunction add, all[4];
	CUdeviceptr da, db, dc, offset;
	unsigned functions;
	size_t bytes, total, available;
	const char *called;

	CHECK(cuInit(0));
	CHECK(cuDriverGetVersion(&version));
	CHECK(cuDeviceGetCount(&count));
	CHECK(cuDeviceGet(&device, 0));
	CHECK(cuDeviceGetName(name, sizeof name, device));
	CHECK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
	CHECK(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device));
	CHECK(cuDeviceTotalMem(&total, device));
	CHECK(cuDevicePrimaryCtxRetain(&context, device));
	CHECK(cuCtxPushCurrent(context));
	CHECK(cuMemGetInfo(&available, &bytes));
	printf("version 12 or newer: %d, memory: %d\n", version >= 12000, available > 0 && bytes <= total);
	CHECK(cuModuleLoadDataEx(&module, text, 2, options, values));
	CHECK(cuModuleGetFunctionCount(&functions, module));
	CHECK(cuModuleEnumerateFunctions(all, functions, module));
	CHECK(cuModuleGetFunction(&add, module, "add"));
	CHECK(cuModuleGetGlobal(&offset, &bytes, module, "offset"));
	CHECK(cuFuncGetName(&called, add));
	CHECK(cuFuncGetModule(&owner, add));
	CHECK(cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, add));
	printf("%u functions, %s of this module: %d, %d threads; a variable of %zu bytes\n", functions, called, owner == module, most, bytes);
	for (int i = 0; i < n; i++)
		a[i] = i, b[i] = 5 * i;
	CHECK(cuMemAlloc(&da, sizeof a));
	CHECK(cuMemAlloc(&db, sizeof b));
	CHECK(cuMemAlloc(&dc, sizeof c));
	CHECK(cuMemcpyHtoD(da, a, sizeof a));
	CHECK(cuMemcpyHtoD(db, b, sizeof b));
	CHECK(cuMemcpyDtoH(&value, offset, sizeof value));
	int size = n;
	void *parameters[] = { &dc, &da, &db, &size };
	CHECK(cuLaunchKernel(add, (n + 255) / 256, 1, 1, 256, 1, 1, 0, NULL, parameters, NULL));
	CHECK(cuCtxSynchronize());
	CHECK(cuMemcpyDtoH(c, dc, sizeof c));
	for (int i = 0; i < n; i++)
		wrong += c[i] != 6 * i + value;
	printf("offset %d: %d wrong\n", value, wrong);
	value = -1;
	CHECK(cuMemcpyHtoD(offset, &value, sizeof value));
	char packed[28];
	size_t length = sizeof packed;
	memcpy(packed, &dc, 8), memcpy(packed + 8, &da, 8), memcpy(packed + 16, &db, 8), memcpy(packed + 24, &size, 4);
	void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &length, CU_LAUNCH_PARAM_END };
	CHECK(cuLaunchKernel(add, (n + 127) / 128, 1, 1, 128, 1, 1, 0, NULL, NULL, extra));
	CHECK(cuMemcpyDtoH(c, dc, sizeof c));
	for (int i = 0; i < n; i++)
		wrong += c[i] != 6 * i - 1;
	printf("offset %d: %d wrong\n", value, wrong);
	CHECK(cuMemFree(da));
	CHECK(cuMemFree(db));
	CHECK(cuMemFree(dc));
	CHECK(cuModuleUnload(module));
	CHECK(cuCtxPopCurrent(&context));
	CHECK(cuDevicePrimaryCtxRelease(device));
	return 0;
}
