/*
 * driver.c - tests the driver API from a C program: contexts, PTX, the linker, launches, memory, and both APIs together.
 */
#include "config.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cuda.h"
#include "cuda_runtime_api.h"
#include "../tap/tap.h"

static const char scale[] =
	".version 7.0\n.target sm_70\n.address_size 64\n"
	".visible .global .align 4 .b32 factor = 3;\n"
	".visible .entry scale(.param .u64 x, .param .u32 n)\n{\n"
	"\t.reg .pred %p;\n\t.reg .b32 %r<6>;\n\t.reg .b64 %d<4>;\n"
	"\tld.param.u64 %d0, [x];\n\tld.param.u32 %r0, [n];\n"
	"\tmov.u32 %r1, %ctaid.x;\n\tmov.u32 %r2, %ntid.x;\n\tmov.u32 %r3, %tid.x;\n\tmad.lo.u32 %r1, %r1, %r2, %r3;\n"
	"\tsetp.ge.u32 %p, %r1, %r0;\n\t@%p ret;\n"
	"\tmul.wide.u32 %d1, %r1, 4;\n\tadd.u64 %d0, %d0, %d1;\n\tld.global.u32 %r4, [%d0];\n\tld.global.u32 %r5, [factor];\n"
	"\tmul.lo.u32 %r4, %r4, %r5;\n\tst.global.u32 [%d0], %r4;\n\tret;\n}\n";
static const char twice[] =
	".version 7.0\n.target sm_70\n.address_size 64\n"
	".visible .func (.param .b32 r) twice(.param .b32 a)\n{\n\t.reg .b32 %r<2>;\n"
	"\tld.param.u32 %r0, [a];\n\tadd.u32 %r1, %r0, %r0;\n\tst.param.b32 [r], %r1;\n\tret;\n}\n";
static const char caller[] =
	".version 7.0\n.target sm_70\n.address_size 64\n"
	".extern .func (.param .b32 r) twice(.param .b32 a);\n"
	".visible .entry one(.param .u64 x)\n{\n\t.reg .b32 %r<2>;\n\t.reg .b64 %d;\n"
	"\tld.param.u64 %d, [x];\n\tld.global.u32 %r0, [%d];\n"
	"\t{\n\t.param .b32 a;\n\t.param .b32 b;\n\tst.param.b32 [a], %r0;\n\tcall (b), twice, (a);\n\tld.param.b32 %r1, "
	"[b];\n\t}\n\tst.global.u32 [%d], %r1;\n\tret;\n}\n";

/* ---- contexts ----------------------------------------------------------------------------------------- */

static void test_start(void)
{
	CUdeviceptr d;
	const char *text;
	const void *table = &d;
	const CUuuid id = { "0123456789abcde" };
	int n = 0;

	ok(cuMemAlloc(&d, 4) == CUDA_ERROR_NOT_INITIALIZED, "nothing works before cuInit");
	ok(cuGetExportTable(&table, &id) == CUDA_ERROR_NOT_FOUND && !table,
	   "but for the answer that there are no private tables");
	ok(cuInit(1) == CUDA_ERROR_INVALID_VALUE && cuInit(0) == CUDA_SUCCESS, "cuInit takes no flags");
	ok(cuMemAlloc(&d, 4) == CUDA_ERROR_INVALID_CONTEXT, "memory needs a context");
	ok(cuDeviceGetCount(&n) == CUDA_SUCCESS && n == 2, "cuDeviceGetCount counts two devices");
	ok(cuGetErrorName(CUDA_ERROR_OUT_OF_MEMORY, &text) == CUDA_SUCCESS && !strcmp(text, "CUDA_ERROR_OUT_OF_MEMORY"),
	   "errors have names");
	ok(cuGetErrorString(CUDA_ERROR_INVALID_VALUE, &text) == CUDA_SUCCESS && !strcmp(text, "invalid argument"),
	   "cuGetErrorString gives the text of an error");
	ok(cuGetErrorName((CUresult)12345, &text) == CUDA_ERROR_INVALID_VALUE && !text, "wrong ones have none");
}

static void test_contexts(void)
{
	CUcontext primary, other, now;
	CUctxCreateParams part = { .numExecAffinityParams = 1 };
	CUdevice device;
	unsigned flags;
	int active;

	ok(cuCtxGetCurrent(&now) == CUDA_SUCCESS && !now, "a thread begins without a context");
	ok(cuDevicePrimaryCtxRelease(0) == CUDA_ERROR_INVALID_CONTEXT, "what was not retained is not released");
	ok(cuDevicePrimaryCtxRetain(&primary, 0) == CUDA_SUCCESS && cuCtxGetCurrent(&now) == CUDA_SUCCESS && !now,
	   "retaining changes nothing");
	ok(cuDevicePrimaryCtxGetState(0, &flags, &active) == CUDA_SUCCESS && active,
	   "cuDevicePrimaryCtxGetState sees that the primary context is active");
	ok(cuCtxPushCurrent(primary) == CUDA_SUCCESS && cuCtxGetDevice(&device) == CUDA_SUCCESS && device == 0,
	   "cuCtxPushCurrent makes the primary context current");
	ok(cuCtxCreate_v4(&other, &part, 0, 1) == CUDA_ERROR_NOT_SUPPORTED, "none is for a part of a device");
	part.numExecAffinityParams = 0;
	ok(cuCtxCreate_v4(&other, &part, 0, 1) == CUDA_SUCCESS && cuCtxGetDevice(&device) == CUDA_SUCCESS && device == 1,
	   "a new one is current");
	ok(cuCtxPopCurrent(&now) == CUDA_SUCCESS && now == other, "cuCtxPopCurrent gives back the context that was current");
	ok(cuCtxGetCurrent(&now) == CUDA_SUCCESS && now == primary, "the one below is there again");
	ok(cuCtxSetCurrent(other) == CUDA_SUCCESS && cuCtxGetCurrent(&now) == CUDA_SUCCESS && now == other,
	   "cuCtxSetCurrent replaces the current context");
	ok(cuCtxDestroy(other) == CUDA_SUCCESS && cuCtxSetCurrent(other) == CUDA_ERROR_INVALID_CONTEXT,
	   "cuCtxDestroy ends a context: it cannot be set again");
	ok(cuCtxGetCurrent(&now) == CUDA_SUCCESS && !now, "with nothing below");
	ok(cuCtxSetCurrent(primary) == CUDA_SUCCESS, "the primary context again");
}

/* ---- modules and launches ---------------------------------------------------------------------------------- */

static void test_module(void)
{
	unsigned host[100], n = 100;
	CUdeviceptr x, factor;
	CUmodule module;
	CUfunction f;
	void *params[] = { &x, &n };
	struct { CUdeviceptr x; unsigned n; } packed;
	size_t bytes, size = sizeof packed.x + sizeof packed.n;
	void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END };
	int value, grid, block;
	char log[256] = "";
	CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
	void *values[] = { log, (void *)sizeof log };

	/* A container, and in it machine code: each says that it has a gigabyte. */
	static const unsigned char lies[256] = {
		0x50, 0xed, 0x55, 0xba, 1, 0, 16, [11] = 0x40, [16] = 2, [20] = 64, [27] = 0x3f,
	};

	for (unsigned i = 0; i < n; i++)
		host[i] = i;
	ok(cuModuleLoadFatBinary(&module, lies) != CUDA_SUCCESS, "a fat binary that would end beyond the program is no module");
	ok(cuModuleLoadData(&module, scale) == CUDA_SUCCESS && cuModuleGetFunction(&f, module, "scale") == CUDA_SUCCESS,
	   "PTX is a module");
	ok(cuModuleGetGlobal(&factor, &bytes, module, "factor") == CUDA_SUCCESS && bytes == 4, "with a variable");
	ok(cuMemAlloc(&x, sizeof host) == CUDA_SUCCESS && cuMemcpyHtoD(x, host, sizeof host) == CUDA_SUCCESS,
	   "cuMemAlloc and cuMemcpyHtoD give the kernel its array");
	ok(cuLaunchKernel(f, 4, 1, 1, 32, 1, 1, 0, NULL, params, NULL) == CUDA_SUCCESS,
	   "cuLaunchKernel takes a list of parameters");
	ok(cuMemcpyDtoH(host, x, sizeof host) == CUDA_SUCCESS && host[99] == 297,
	   "cuMemcpyDtoH gives what the launch with a list wrote");
	ok(cuMemsetD32(factor, 2, 1) == CUDA_SUCCESS, "the variable changes");
	packed.x = x;
	packed.n = n;
	ok(cuLaunchKernel(f, 4, 1, 1, 32, 1, 1, 0, NULL, NULL, extra) == CUDA_SUCCESS, "a launch with packed arguments");
	ok(cuMemcpyDtoH(host, x, sizeof host) == CUDA_SUCCESS && host[99] == 594,
	   "the launch with packed arguments sees the new value");
	ok(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, f) == CUDA_SUCCESS && value == 1024,
	   "cuFuncGetAttribute knows the most threads of a block");
	ok(cuOccupancyMaxPotentialBlockSize(&grid, &block, f, NULL, 0, 0) == CUDA_SUCCESS && block == 1024 && grid == 264,
	   "the best block");
	ok(cuModuleGetFunction(&f, module, "nothing") == CUDA_ERROR_NOT_FOUND, "no such kernel");
	ok(cuLaunchKernel((CUfunction)host, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL) == CUDA_ERROR_INVALID_HANDLE,
	   "no kernel at all");
	ok(cuModuleLoadDataEx(&module, "nonsense", 2, options, values) == CUDA_ERROR_INVALID_PTX && *log,
	   "no PTX: the log says so: %s", log);
	/* One core under both APIs. */
	ok(cudaMemcpy(host, (void *)(uintptr_t)x, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess && host[1] == 6,
	   "the runtime API sees the same memory");
	ok(cudaFree((void *)(uintptr_t)x) == cudaSuccess, "cudaFree frees what cuMemAlloc allocated");
}

static void test_linker(void)
{
	CUlinkState link;
	void *cubin;
	size_t size;
	CUmodule module;
	CUfunction f;
	unsigned host = 21;
	CUdeviceptr x;
	void *params[] = { &x };

	ok(cuLinkCreate(0, NULL, NULL, &link) == CUDA_SUCCESS, "cuLinkCreate makes a linker");
	ok(cuLinkAddData(link, CU_JIT_INPUT_PTX, (void *)(uintptr_t)caller, sizeof caller, "caller", 0, NULL,
			 NULL) == CUDA_SUCCESS,
	   "cuLinkAddData takes the text of the caller");
	ok(cuLinkComplete(link, &cubin, &size) == CUDA_ERROR_INVALID_PTX, "lacks a function");
	ok(cuLinkAddData(link, CU_JIT_INPUT_PTX, (void *)(uintptr_t)twice, sizeof twice, "twice", 0, NULL, NULL) == CUDA_SUCCESS,
	   "that another has");
	ok(cuLinkComplete(link, &cubin, &size) == CUDA_SUCCESS && size > sizeof caller, "cuLinkComplete gives a linked image");
	ok(cuModuleLoadData(&module, cubin) == CUDA_SUCCESS && cuModuleGetFunction(&f, module, "one") == CUDA_SUCCESS,
	   "a module of it");
	ok(cuLinkDestroy(link) == CUDA_SUCCESS && cuLinkDestroy(link) == CUDA_ERROR_INVALID_HANDLE, "which outlives the linker");
	cuMemAlloc(&x, 4);
	cuMemcpyHtoD(x, &host, 4);
	ok(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL) == CUDA_SUCCESS,
	   "cuLaunchKernel runs a kernel of the linked module");
	ok(cuMemcpyDtoH(&host, x, 4) == CUDA_SUCCESS && host == 42, "the linked kernel calls the other text's function");
	cuMemFree(x);
}

/* Of a kernel, and of NVIDIA's libcudadevrt.a: what they call. */
static const char barrier[] = ".version 7.0\n.target sm_70\n.address_size 64\n.extern .func (.param .b64 r) "
	"cudaCGGetIntrinsicHandle(.param .b32 s);\n.visible .entry waits()\n{\n\t.param .b32 s;\n\t.param .b64 "
	"r;\n\tst.param.b32 [s], 1;\n\tcall (r), cudaCGGetIntrinsicHandle, (s);\n\tret;\n}\n";
static const char devrt[] = ".version 7.0\n.target sm_70\n.address_size 64\n.extern .func (.param .b32 r) cnpGetLastError();\n"
	".visible .func (.param .b64 r) cudaCGGetIntrinsicHandle(.param .b32 s)\n{\n\tret;\n}\n.visible .func (.param .b32 r) "
	"cudaCGSynchronize()\n{\n\t.param .b32 r;\n\tcall (r), cnpGetLastError;\n\tret;\n}\n";

/* nvJitLink, as its bindings for Python find it: by name. */
static void test_jit_linker(const char *path)
{
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL), *handle = NULL, *cubin;
	int (*version)(unsigned *, unsigned *) = NULL, (*create)(void **, uint32_t, const char **) = NULL,
		(*destroy)(void **) = NULL;
	int (*add)(void *, int, const void *, size_t, const char *) = NULL, (*complete)(void *) = NULL,
		(*get_size)(void *, size_t *) = NULL;
	int (*get)(void *, void *) = NULL, (*log_size)(void *, size_t *) = NULL, (*get_log)(void *, char *) = NULL;
	const struct { const char *name; void *function; } wanted[] = {
		{ "nvJitLinkVersion", &version }, { "nvJitLinkCreate", &create }, { "nvJitLinkDestroy", &destroy },
			{ "nvJitLinkAddData", &add },
		{ "nvJitLinkComplete", &complete }, { "nvJitLinkGetLinkedCubinSize", &get_size },
		{ "nvJitLinkGetLinkedCubin", &get }, { "nvJitLinkGetErrorLogSize", &log_size },
		{ "nvJitLinkGetErrorLog", &get_log },
	};
	unsigned major = 0, minor = 0, found = 0;
	int registers = 0;
	size_t size = 0;
	CUmodule module;
	CUfunction f;
	char log[4096];

	for (size_t i = 0; library && i < sizeof wanted / sizeof *wanted; i++) {
		void *symbol = dlsym(library, wanted[i].name);

		memcpy(wanted[i].function, &symbol, sizeof symbol);
		found += symbol != NULL;
	}
	ok(found == sizeof wanted / sizeof *wanted, "libnvJitLink.so.13 has its functions");
	if (found != sizeof wanted / sizeof *wanted)
		return;
	ok(version(&major, &minor) == 0 && major == 13, "and a version");
	ok(create(&handle, 1, (const char *[]){ "-arch=sm_90" }) == 0 && handle, "a linker of PTX");
	ok(add(handle, 3, caller, sizeof caller, "caller") != 0 && log_size(handle, &size) == 0 && size <= sizeof log &&
	   get_log(handle, log) == 0 && strstr(log, "-lto"), "rejects intermediate code, and says why: %s", log);
	ok(add(handle, 2, caller, sizeof caller, "caller") == 0 && complete(handle) != 0 && get_size(handle, &size) != 0,
	   "without the function there is no result");
	ok(add(handle, 2, twice, sizeof twice, "twice") == 0 && complete(handle) == 0 && get_size(handle, &size) == 0 && size,
	   "with it there is one");
	cubin = malloc(size);
	ok(cubin && get(handle, cubin) == 0 && destroy(&handle) == 0 && !handle &&
	   cuModuleLoadData(&module, cubin) == CUDA_SUCCESS && cuModuleGetFunction(&f, module, "one") == CUDA_SUCCESS &&
	   cuModuleUnload(module) == CUDA_SUCCESS, "that a module loads");
	free(cubin);
	ok(create(&handle, 2, (const char *[]){ "-arch=sm_90", "-maxrregcount=5" }) == 0 &&
	   add(handle, 2, caller, sizeof caller, "caller") == 0 && add(handle, 2, twice, sizeof twice, "twice") == 0 &&
	   complete(handle) == 0 && get_size(handle, &size) == 0 && (cubin = malloc(size)) &&
	   get(handle, cubin) == 0 && destroy(&handle) == 0 && cuModuleLoadData(&module, cubin) == CUDA_SUCCESS &&
	   cuModuleGetFunction(&f, module, "one") == CUDA_SUCCESS &&
	   cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, f) == CUDA_SUCCESS &&
	   cuModuleUnload(module) == CUDA_SUCCESS && registers == 5, "a limit of registers holds");
	free(cubin);
	ok(create(&handle, 1, (const char *[]){ "-arch=sm_90" }) == 0 && add(handle, 2, barrier, sizeof barrier,
									     "barrier") == 0 &&
	   add(handle, 10, devrt, sizeof devrt, NULL) == 0 && complete(handle) == 0 && destroy(&handle) == 0,
	   "the device runtime, given as bytes, is our own: NVIDIA's needs its driver");
}

/* ---- memory --------------------------------------------------------------------------------------------------- */

static void test_memory(void)
{
	unsigned char host[4 * 6], *pinned;
	CUdeviceptr x, start;
	size_t pitch, size;
	unsigned kind = 0;
	CUDA_MEMCPY2D copy = { .dstMemoryType = CU_MEMORYTYPE_HOST, .dstHost = host, .dstPitch = 6, .WidthInBytes = 6,
			       .Height = 4 };
	CUstream stream;
	CUevent event;

	ok(cuMemAllocPitch(&x, &pitch, 6, 4, 4) == CUDA_SUCCESS && pitch == 512, "cuMemAllocPitch gives rows of 512 bytes");
	ok(cuMemsetD2D8(x, pitch, 7, 6, 4) == CUDA_SUCCESS && cuMemsetD8(x + pitch, 9, 6) == CUDA_SUCCESS,
	   "cuMemsetD2D8 and cuMemsetD8 fill the rows");
	copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
	copy.srcDevice = x;
	copy.srcPitch = pitch;
	ok(cuMemcpy2D(&copy) == CUDA_SUCCESS && host[5] == 7 && host[6] == 9 && host[23] == 7,
	   "cuMemcpy2D copies the rows without the pitch");
	ok(cuMemGetAddressRange(&start, &size, x + 700) == CUDA_SUCCESS && start == x && size == 4 * pitch, "an address inside");
	ok(cuPointerGetAttribute(&kind, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, x) == CUDA_SUCCESS && kind == CU_MEMORYTYPE_DEVICE,
	   "cuPointerGetAttribute knows memory of the device");
	ok(cuMemAllocHost((void **)&pinned, 64) == CUDA_SUCCESS, "pinned memory");
	ok(cuMemsetD8((CUdeviceptr)(uintptr_t)pinned, 5, 64) == CUDA_SUCCESS && pinned[63] == 5,
	   "is filled when the call returns");
	ok(cuPointerGetAttribute(&kind, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (uintptr_t)pinned) == CUDA_SUCCESS &&
	   kind == CU_MEMORYTYPE_HOST,
	   "cuPointerGetAttribute knows memory of the host");
	ok(cuPointerGetAttribute(&kind, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (uintptr_t)host) == CUDA_ERROR_INVALID_VALUE,
	   "of the stack nothing is known");
	ok(cuStreamCreate(&stream, 0) == CUDA_SUCCESS && cuEventCreate(&event, 0) == CUDA_SUCCESS, "a stream, an event");
	ok(cuMemcpyDtoHAsync(pinned, x, 6, stream) == CUDA_SUCCESS && cuEventRecord(event, stream) == CUDA_SUCCESS,
	   "a stream takes a copy and an event behind it");
	ok(cuEventSynchronize(event) == CUDA_SUCCESS && pinned[0] == 7 && pinned[6] == 5,
	   "cuEventSynchronize waits for the copy before the event");
	ok(cuEventDestroy(event) == CUDA_SUCCESS && cuStreamDestroy(stream) == CUDA_SUCCESS,
	   "an event and a stream are destroyed");
	ok(cuMemFreeHost(pinned) == CUDA_SUCCESS && cuMemFree(x) == CUDA_SUCCESS && cuMemFree(x) == CUDA_ERROR_INVALID_VALUE,
	   "cuMemFreeHost and cuMemFree free memory, once");
	ok(cuMemAlloc(&x, 0) == CUDA_ERROR_INVALID_VALUE, "nothing is no size");
}

static void test_stream_values(void)
{
	CUstream stream;
	CUdeviceptr x;
	uint64_t *pinned;
	uint32_t two[2] = { 0 };

	ok(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS && cuMemAlloc(&x, 8) == CUDA_SUCCESS &&
	   cuMemAllocHost((void **)&pinned, 16) == CUDA_SUCCESS, "a stream and memory for values");
	pinned[0] = pinned[1] = 1;
	ok(cuMemsetD32Async(x, 5, 2, stream) == CUDA_SUCCESS &&
	   cuStreamWriteValue32(stream, x + 4, 0xfedcba98, 0) == CUDA_SUCCESS &&
	   cuStreamWriteValue64(stream, (uintptr_t)pinned, 0x123456789abcdef0, CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER) ==
	   CUDA_SUCCESS && cuMemcpyDtoHAsync(pinned + 1, x, 8, stream) == CUDA_SUCCESS,
	   "cuStreamWriteValue32 and cuStreamWriteValue64 take their turn in a stream");
	ok(cuStreamSynchronize(stream) == CUDA_SUCCESS, "it ends");
	memcpy(two, pinned + 1, sizeof two);
	ok(two[0] == 5 && two[1] == 0xfedcba98, "32 bits are written after the work before and ahead of the work behind");
	ok(pinned[0] == 0x123456789abcdef0, "64 bits are written whole, to memory of the host too");
	ok(cuStreamWriteValue32(stream, x + 2, 1, 0) == CUDA_ERROR_INVALID_VALUE &&
	   cuStreamWriteValue64(stream, x + 4, 1, 0) == CUDA_ERROR_INVALID_VALUE &&
	   cuStreamWriteValue32(stream, x, 1, 2) == CUDA_ERROR_INVALID_VALUE, "the address is aligned, and flags are known");
	ok(cuStreamDestroy(stream) == CUDA_SUCCESS && cuMemFree(x) == CUDA_SUCCESS && cuMemFreeHost(pinned) == CUDA_SUCCESS,
	   "the stream and the memory end");
}

/* A wait in stream `a` for a word, which a write in stream `b` meets; the writes behind the wait come after it. */
static bool meets(CUstream a, CUstream b, CUdeviceptr word, uint64_t before, uint64_t after, unsigned flags, bool wide)
{
	uint64_t seen[2] = { 0 };

	cuMemcpyHtoD(word, &before, 8);
	if (wide ? cuStreamWaitValue64(a, word, 12, flags) : cuStreamWaitValue32(a, word, 12, flags))
		return false;
	cuMemcpyDtoHAsync(&seen[0], word, 8, b);
	if (cuStreamWriteValue64(b, word, after, 0) || cuStreamWriteValue64(a, word + 8, after, 0) || cuStreamSynchronize(a))
		return false;
	cuMemcpyDtoH(&seen[1], word + 8, 8);
	return seen[0] == before && seen[1] == after;
}

static void test_stream_waits(void)
{
	const uint64_t wide = 1ull << 40;
	CUstreamBatchMemOpParams all[3] = {
		{ .waitValue = { .operation = CU_STREAM_MEM_OP_WAIT_VALUE_32, .value = 1, .flags = CU_STREAM_WAIT_VALUE_EQ } },
		{ .memoryBarrier = { .operation = CU_STREAM_MEM_OP_BARRIER } },
		{ .writeValue = { .operation = CU_STREAM_MEM_OP_WRITE_VALUE_64, .value64 = wide + 7 } },
	};
	CUstream a, b;
	CUdeviceptr x;
	volatile uint64_t *pinned;
	static char small[80 << 10];
	const stack_t stack = { .ss_sp = small + (64 << 10), .ss_size = 16 << 10 };
	stack_t before;
	bool clean = true;
	int yes = 0;

	ok(cuDeviceGetAttribute(&yes, CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR, 0) == CUDA_SUCCESS && yes == 1 &&
	   cuDeviceGetAttribute(&yes, CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS, 0) == CUDA_SUCCESS && yes == 1 &&
	   cuDeviceGetAttribute(&yes, CU_DEVICE_ATTRIBUTE_CAN_FLUSH_REMOTE_WRITES, 0) == CUDA_SUCCESS && yes == 0,
	   "the attributes say what streams can wait for");
	ok(cuStreamCreate(&a, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS &&
	   cuStreamCreate(&b, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS && cuMemAlloc(&x, 16) == CUDA_SUCCESS &&
	   cuMemAllocHost((void **)&pinned, 16) == CUDA_SUCCESS, "two streams and memory");
	ok(meets(a, b, x, 11, 13, CU_STREAM_WAIT_VALUE_GEQ, false), "a stream waits until a word is large enough");
	ok(meets(a, b, x, 0xffffffffu, 12, CU_STREAM_WAIT_VALUE_GEQ, false), "32 bits are signed and wrap around");
	ok(meets(a, b, x, 0xfffffffffffffff0u, wide + 1, CU_STREAM_WAIT_VALUE_GEQ, true), "and so are 64");
	ok(meets(a, b, x, 13, wide + 12, CU_STREAM_WAIT_VALUE_EQ, false) &&
	   meets(a, b, x, wide + 12, 12, CU_STREAM_WAIT_VALUE_EQ, true), "or is equal");
	ok(meets(a, b, x, 3, 4, CU_STREAM_WAIT_VALUE_AND, false), "or has a bit");
	ok(meets(a, b, x, 0xfffffff3, 0xfffffff2, CU_STREAM_WAIT_VALUE_NOR, false) &&
	   meets(a, b, x, ~12ull, ~13ull, CU_STREAM_WAIT_VALUE_NOR, true), "or lacks one");
	pinned[0] = pinned[1] = 0;
	all[0].waitValue.address = (uintptr_t)pinned;
	all[2].writeValue.address = (uintptr_t)(pinned + 1);
	ok(cuStreamBatchMemOp(a, 3, all, 0) == CUDA_SUCCESS && cuStreamQuery(a) == CUDA_ERROR_NOT_READY && !pinned[1],
	   "cuStreamBatchMemOp waits and writes");
	sigaltstack(&stack, &before);
	pinned[0] = 1;
	while (!pinned[1]) /* no call: the write answers the host */
		;
	sigaltstack(&before, NULL);
	for (size_t i = 0; i < sizeof small - stack.ss_size; i++)
		clean = clean && !small[i];
	ok(clean, "the streams do not run on the program's signal stack, which is small");
	ok(pinned[1] == wide + 7 && cuStreamQuery(a) == CUDA_SUCCESS, "when the host has set the word");
	ok(cuStreamWaitValue32(a, x + 2, 1, 0) == CUDA_ERROR_INVALID_VALUE &&
	   cuStreamWaitValue32(a, x, 1, 4) == CUDA_ERROR_INVALID_VALUE &&
	   cuStreamWaitValue32(a, x, 1, CU_STREAM_WAIT_VALUE_FLUSH) == CUDA_ERROR_NOT_SUPPORTED &&
	   cuStreamWaitValue32(a, 0, 1, 0) == CUDA_ERROR_INVALID_VALUE &&
	   cuStreamBatchMemOp(a, 0, all, 0) == CUDA_ERROR_INVALID_VALUE,
	   "the address is aligned memory of CUDA's, and flags are known");
	ok(cuStreamDestroy(a) == CUDA_SUCCESS && cuStreamDestroy(b) == CUDA_SUCCESS && cuMemFree(x) == CUDA_SUCCESS &&
	   cuMemFreeHost((void *)pinned) == CUDA_SUCCESS, "the streams and the memory end");
}

static void test_batch_nodes(void)
{
	CUstreamBatchMemOpParams all[2] = {
		{ .writeValue = { .operation = CU_STREAM_MEM_OP_WRITE_VALUE_32 } },
		{ .waitValue = { .operation = CU_STREAM_MEM_OP_WAIT_VALUE_32, .flags = CU_STREAM_WAIT_VALUE_EQ } },
	};
	CUDA_BATCH_MEM_OP_NODE_PARAMS params = { .count = 2, .paramArray = all }, got;
	CUgraphNodeParams any = { .type = CU_GRAPH_NODE_TYPE_BATCH_MEM_OP, .memOp = { .count = 2, .paramArray = all } };
	CUgraphNodeType type;
	CUgraphNode node, other;
	CUgraphExec exec;
	CUgraph graph, child;
	CUdeviceptr x;
	CUstream a;
	uint32_t words[2] = { 0, 0 };

	cuMemAlloc(&x, 8);
	cuMemsetD32(x, 0, 2);
	cuCtxSynchronize();
	all[0].writeValue.address = all[1].waitValue.address = x;
	all[0].writeValue.value = all[1].waitValue.value = 5;
	cuStreamCreate(&a, CU_STREAM_NON_BLOCKING);
	cuGraphCreate(&graph, 0);
	ok(cuGraphAddBatchMemOpNode(&node, graph, NULL, 0, &params) == CUDA_SUCCESS &&
	   cuGraphAddNode(&other, graph, &node, NULL, 1, &any) == CUDA_SUCCESS &&
	   cuGraphNodeGetType(other, &type) == CUDA_SUCCESS && type == CU_GRAPH_NODE_TYPE_BATCH_MEM_OP &&
	   cuGraphChildGraphNodeGetGraph(node, &child) == CUDA_ERROR_INVALID_VALUE,
	   "cuGraphAddBatchMemOpNode, and a node of any type");
	ok(cuGraphBatchMemOpNodeGetParams(node, &got) == CUDA_SUCCESS && got.count == 2 && got.paramArray != all &&
	   !memcmp(got.paramArray, all, sizeof all), "cuGraphBatchMemOpNodeGetParams: the list is the node's");
	all[0].writeValue.value = all[1].waitValue.value = 6;
	ok(cuGraphBatchMemOpNodeSetParams(node, &params) == CUDA_SUCCESS &&
	   cuGraphInstantiate(&exec, graph, 0) == CUDA_SUCCESS && cuGraphLaunch(exec, a) == CUDA_SUCCESS &&
	   cuStreamSynchronize(a) == CUDA_SUCCESS && cuMemcpyDtoH(words, x, 8) == CUDA_SUCCESS && words[0] == 5,
	   "cuGraphBatchMemOpNodeSetParams, and the nodes run in their order");
	all[0].writeValue.address = x + 4;
	ok(cuGraphExecBatchMemOpNodeSetParams(exec, other, &params) == CUDA_SUCCESS && cuGraphLaunch(exec, a) == CUDA_SUCCESS &&
	   cuStreamSynchronize(a) == CUDA_SUCCESS && cuMemcpyDtoH(words, x, 8) == CUDA_SUCCESS && words[0] == 6 && words[1] == 6,
	   "cuGraphExecBatchMemOpNodeSetParams");
	all[1].operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
	ok(cuGraphExecBatchMemOpNodeSetParams(exec, node, &params) == CUDA_ERROR_INVALID_VALUE, "operations stay of their types");
	params.count = 1;
	ok(cuGraphExecBatchMemOpNodeSetParams(exec, node, &params) == CUDA_ERROR_INVALID_VALUE, "and as many");
	params.flags = 1;
	ok(cuGraphBatchMemOpNodeSetParams(node, &params) == CUDA_ERROR_INVALID_VALUE, "flags have no meaning");
	ok(cuGraphExecDestroy(exec) == CUDA_SUCCESS && cuGraphDestroy(graph) == CUDA_SUCCESS && cuMemFree(x) == CUDA_SUCCESS &&
	   cuStreamDestroy(a) == CUDA_SUCCESS, "the graph ends");
}

/* ---- memory and its addresses apart ------------------------------------------------------------------------- */

#define PIECE ((size_t)2 << 20)

static const CUmemAllocationProp here = {
	.type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 },
};

static void test_virtual_memory(void)
{
	const CUmemAccessDesc both[2] = { { { CU_MEM_LOCATION_TYPE_DEVICE, 0 }, CU_MEM_ACCESS_FLAGS_PROT_READWRITE },
					  { { CU_MEM_LOCATION_TYPE_DEVICE, 1 }, CU_MEM_ACCESS_FLAGS_PROT_READWRITE } };
	CUmemAccessDesc only_read = both[0];
	CUmemAllocationProp got = { 0 }, elsewhere = here;
	CUmemGenericAllocationHandle a, b, again;
	size_t bytes = 0, before, now, all;
	unsigned long long access = 9;
	CUdeviceptr x;
	int yes = 0;

	ok(cuDeviceGetAttribute(&yes, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 0) == CUDA_SUCCESS && yes == 1 &&
	   cuDeviceGetAttribute(&yes, CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED, 0) == CUDA_SUCCESS &&
	   yes == 0, "addresses can be had without memory, and memory is not exported");
	ok(cuMemGetAllocationGranularity(&bytes, &here, CU_MEM_ALLOC_GRANULARITY_MINIMUM) == CUDA_SUCCESS && bytes == PIECE,
	   "a piece has 2 MiB or a multiple");
	cuMemGetInfo(&before, &all);
	ok(cuMemAddressReserve(&x, 8 * PIECE, 16 * PIECE, 0, 0) == CUDA_SUCCESS && x % (16 * PIECE) == 0 &&
	   cuMemGetInfo(&now, &all) == CUDA_SUCCESS && now == before, "cuMemAddressReserve takes no memory");
	ok(cuMemCreate(&a, PIECE, &here, 0) == CUDA_SUCCESS && cuMemCreate(&b, 2 * PIECE, &here, 0) == CUDA_SUCCESS &&
	   cuMemGetInfo(&now, &all) == CUDA_SUCCESS && before - now == 3 * PIECE, "cuMemCreate does");
	ok(cuMemGetAllocationPropertiesFromHandle(&got, a) == CUDA_SUCCESS && got.type == here.type && got.location.id == 0,
	   "cuMemGetAllocationPropertiesFromHandle says with what");
	ok(cuMemMap(x, PIECE, 0, a, 0) == CUDA_SUCCESS && cuMemMap(x + PIECE, 2 * PIECE, 0, b, 0) == CUDA_SUCCESS &&
	   cuMemsetD8(x, 1, 8) == CUDA_ERROR_INVALID_VALUE, "what is mapped is not to be used yet");
	ok(cuMemSetAccess(x, 3 * PIECE, both, 1) == CUDA_SUCCESS &&
	   cuMemGetAccess(&access, &both[0].location, x + PIECE) == CUDA_SUCCESS &&
	   access == CU_MEM_ACCESS_FLAGS_PROT_READWRITE &&
	   cuMemGetAccess(&access, &both[1].location, x) == CUDA_SUCCESS && access == 0, "cuMemSetAccess gives it to devices");
	ok(cuMemsetD8(x + 8, 7, 3 * PIECE - 8) == CUDA_SUCCESS && cuMemcpyDtoD(x, x + 3 * PIECE - 8, 8) == CUDA_SUCCESS,
	   "fills and copies go across the borders of pieces");
	ok(cuMemSetAccess(x, 3 * PIECE, &both[1], 1) == CUDA_SUCCESS &&
	   cuMemGetAccess(&access, &both[1].location, x) == CUDA_SUCCESS && access == CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
	   "the other device gets access later");
	ok(cuMemRetainAllocationHandle(&again, (void *)(uintptr_t)(x + 2 * PIECE)) == CUDA_SUCCESS && again == b &&
	   cuMemRelease(again) == CUDA_SUCCESS && cuMemRelease(a) == CUDA_SUCCESS && cuMemRelease(b) == CUDA_SUCCESS &&
	   cuMemRelease(b) == CUDA_ERROR_INVALID_VALUE, "a handle is released as often as it was got");
	ok(cuMemGetInfo(&now, &all) == CUDA_SUCCESS && before - now == 3 * PIECE, "and what is mapped stays");
	ok(cuMemFree(x) == CUDA_ERROR_INVALID_VALUE && cuMemUnmap(x, PIECE / 2) == CUDA_ERROR_INVALID_VALUE &&
	   cuMemUnmap(x, 2 * PIECE) == CUDA_ERROR_INVALID_VALUE && cuMemAddressFree(x, 8 * PIECE) == CUDA_ERROR_INVALID_VALUE,
	   "whole pieces are unmapped, and before the addresses end");
	ok(cuMemUnmap(x, 3 * PIECE) == CUDA_SUCCESS && cuMemGetInfo(&now, &all) == CUDA_SUCCESS && now == before,
	   "cuMemUnmap ends memory that was released");
	ok(cuMemsetD8(x, 1, 8) == CUDA_ERROR_INVALID_VALUE && cuMemRetainAllocationHandle(&again, (void *)(uintptr_t)x) ==
	   CUDA_ERROR_INVALID_VALUE && cuMemSetAccess(x, PIECE, both, 1) == CUDA_ERROR_INVALID_VALUE, "then nothing is there");
	ok(cuMemAddressFree(x, PIECE) == CUDA_ERROR_INVALID_VALUE && cuMemAddressFree(x, 8 * PIECE) == CUDA_SUCCESS &&
	   cuMemAddressFree(x, 8 * PIECE) == CUDA_ERROR_INVALID_VALUE, "cuMemAddressFree takes all of what was reserved, once");
	elsewhere.location.type = CU_MEM_LOCATION_TYPE_HOST;
	ok(cuMemAddressReserve(&x, PIECE + 4096, 0, 0, 0) == CUDA_ERROR_INVALID_VALUE && cuMemCreate(&a, 100, &here, 0) ==
	   CUDA_ERROR_INVALID_VALUE && cuMemCreate(&a, PIECE, &elsewhere, 0) == CUDA_ERROR_NOT_SUPPORTED, "sizes are multiples");
	elsewhere.location = (CUmemLocation){ CU_MEM_LOCATION_TYPE_DEVICE, 7 };
	ok(cuMemCreate(&a, PIECE, &elsewhere, 0) == CUDA_ERROR_INVALID_DEVICE, "the device exists");
	cuMemAddressReserve(&x, 2 * PIECE, 0, 0, 0);
	cuMemCreate(&a, PIECE, &here, 0);
	only_read.flags = CU_MEM_ACCESS_FLAGS_PROT_READ;
	ok(cuMemMap(x, PIECE, PIECE, a, 0) == CUDA_ERROR_INVALID_VALUE &&
	   cuMemMap(x, 2 * PIECE, 0, a, 0) == CUDA_ERROR_INVALID_VALUE &&
	   cuMemMap(x + 2 * PIECE, PIECE, 0, a, 0) == CUDA_ERROR_INVALID_VALUE && cuMemMap(x, PIECE, 0, a, 0) == CUDA_SUCCESS &&
	   cuMemMap(x, PIECE, 0, a, 0) == CUDA_ERROR_INVALID_VALUE, "cuMemMap takes what there is, where nothing is");
	ok(cuMemSetAccess(x, PIECE, &only_read, 1) == CUDA_ERROR_NOT_SUPPORTED, "access only for reading is refused");
	ok(cuMemUnmap(x, PIECE) == CUDA_SUCCESS && cuMemRelease(a) == CUDA_SUCCESS &&
	   cuMemAddressFree(x, 2 * PIECE) == CUDA_SUCCESS, "all ends");
}

/* ---- names ---------------------------------------------------------------------------------------------------- */

static void test_names(const char *path)
{
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL), *f = NULL, *g;
	CUdriverProcAddressQueryResult status;
	CUresult (*left_out)(void *);

	ok(library, "libcuda.so.1 opens by its path: %s", library ? "" : dlerror());
	ok(library && dlsym(library, "cuMemAlloc_v2") == (void *)(uintptr_t)cuMemAlloc_v2,
	   "and has the functions that the program is linked with");
	ok(library && dlsym(library, "cuMemcpyHtoDAsync_v2_ptsz"), "those for a default stream per thread too");
	ok(cuGetProcAddress("cuMemAlloc", &f, 13000, 0, &status) == CUDA_SUCCESS && f == (void *)(uintptr_t)cuMemAlloc_v2,
	   "cuGetProcAddress finds the newest form");
	ok(cuGetProcAddress("cuLaunchKernel", &g, 13000, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, &status) ==
	   CUDA_SUCCESS && g != (void *)(uintptr_t)cuLaunchKernel, "or the one for a default stream per thread");
	ok(cuGetProcAddress("cuCtxCreate", &f, 12000, 0, &status) == CUDA_SUCCESS && f == (void *)(uintptr_t)cuCtxCreate_v2,
	   "or that of an older CUDA");
	ok(cuGetProcAddress("cuNothing", &f, 13000, 0, &status) == CUDA_SUCCESS && !f &&
	   status == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND,
	   "cuGetProcAddress finds no function of an unknown name");
	g = library ? dlsym(library, "cuTexRefCreate") : NULL;
	memcpy(&left_out, &g, sizeof left_out);
	ok(g && left_out(&f) == CUDA_ERROR_NOT_SUPPORTED, "what is left out links and says so");
}

/* A call of the runtime makes the device's own context current: it is popped as if it had been pushed. */
static void test_runtime_context(void)
{
	CUcontext now = NULL, popped = NULL;

	while (cuCtxGetCurrent(&now) == CUDA_SUCCESS && now)
		cuCtxPopCurrent(&now);
	cudaFree(NULL);
	ok(cuCtxGetCurrent(&now) == CUDA_SUCCESS && now, "a call of the runtime makes a context current");
	ok(cuCtxPopCurrent(&popped) == CUDA_SUCCESS && popped == now, "which is popped");
	ok(cuCtxGetCurrent(&now) == CUDA_SUCCESS && !now, "and then there is none");
	cudaFree(NULL);
}

int main(void)
{
	char path[4096];

	setenv("WARPBOOK_DEVICES", "2", 1);
	snprintf(path, sizeof path, "%s/cuda/libcuda.so.1", getenv("WARPBOOK_LIBDIR"));
	test_start();
	test_contexts();
	test_module();
	test_linker();
	test_memory();
	test_stream_values();
	test_stream_waits();
	test_batch_nodes();
	test_virtual_memory();
	test_names(path);
	snprintf(path, sizeof path, "%s/cuda/numba/libnvJitLink.so.13", getenv("WARPBOOK_LIBDIR"));
	test_jit_linker(path);
	test_runtime_context();
	return tap_done();
}
