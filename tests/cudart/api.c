/*
 * api.c - tests the runtime's calls that need no kernel: devices, limits, errors, names of old and per-thread twins, copies,
 * graphs, and missing calls. A program in C like a user's: it uses the public header and links the library.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cuda_runtime_api.h"
#include "../tap/tap.h"

#define DEVICES 3

/* ---- devices ------------------------------------------------------------------------------ */

static void test_devices(void)
{
	int n = 0, d = -1;
	struct cudaDeviceProp p, q;

	ok(cudaGetDeviceCount(&n) == cudaSuccess && n == DEVICES, "as many devices as were asked for");
	ok(cudaGetDevice(&d) == cudaSuccess && d == 0, "the first is current");
	ok(cudaSetDevice(2) == cudaSuccess && cudaGetDevice(&d) == cudaSuccess && d == 2, "until another is chosen");
	ok(cudaSetDevice(DEVICES) == cudaErrorInvalidDevice && cudaSetDevice(-1) == cudaErrorInvalidDevice, "one that there is");
	ok(cudaGetLastError() == cudaErrorInvalidDevice && cudaGetLastError() == cudaSuccess, "the error is kept once");
	ok(cudaGetDevice(&d) == cudaSuccess && d == 2, "and changes nothing");
	ok(cudaGetDeviceProperties(&p, 0) == cudaSuccess && cudaGetDeviceProperties(&q, 2) == cudaSuccess,
	   "cudaGetDeviceProperties knows the first and the last device");
	ok(!strncmp(p.name, "warpbook vm", 11), "whose name is no GPU's: %s", p.name);
	ok(p.major == 9 && p.warpSize == 32 && p.multiProcessorCount == 132 && p.maxThreadsPerBlock == 1024,
	   "the shape is an H200's");
	ok(p.totalGlobalMem == (size_t)512 << 20, "memory as the settings say");
	ok(memcmp(&p.uuid, &q.uuid, sizeof p.uuid) && p.pciBusID != q.pciBusID, "every device has a UUID and a bus of its own");
	ok(cudaGetDeviceProperties(&p, 9) == cudaErrorInvalidDevice && cudaGetDeviceProperties(NULL, 0) == cudaErrorInvalidValue,
	   "wrong arguments");
	ok(cudaChooseDevice(&d, &p) == cudaSuccess && d == 0, "any device fits");
	ok(cudaSetValidDevices((int[]){ 2, 1 }, 2) == cudaSuccess &&
	   cudaSetValidDevices((int[]){ 7 }, 1) == cudaErrorInvalidDevice,
	   "devices to choose from are checked");
	ok(cudaInitDevice(1, 0, 0) == cudaSuccess && cudaInitDevice(8, 0, 0) == cudaErrorInvalidDevice,
	   "cudaInitDevice takes a device that there is, and no other");
	cudaSetDevice(0);
	cudaGetLastError();
}

static void test_attributes(void)
{
	struct cudaDeviceProp all, *p = &all;
	int value, wrong = 0;

	enum { CLOCK_KHZ = 1980000, MEMORY_CLOCK_KHZ = 3201000, LINEAR_TEXELS = 1 << 28 };
	cudaGetDeviceProperties(p, 0);
#define ATTRIBUTE(name, number, answer) \
	value = -77; \
	if (cudaDeviceGetAttribute(&value, cudaDevAttr##name, 0) != cudaSuccess || value != (answer)) \
		wrong++, printf("# %s is %d\n", #name, value);
#include "cudart/attributes.def"
	ok(wrong == 0, "every attribute is the property of its name");
	ok(cudaDeviceGetAttribute(&value, (enum cudaDeviceAttr)9999, 0) == cudaErrorInvalidValue, "there is no other");
	ok(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 3) == cudaErrorInvalidDevice, "of no other device");
	cudaGetLastError();
}

static void test_bus(void)
{
	char id[16];
	int d = -1;

	ok(cudaDeviceGetPCIBusId(id, sizeof id, 1) == cudaSuccess, "cudaDeviceGetPCIBusId gives a device's bus id");
	is_text(id, "0000:11:00.0", "as hardware writes it");
	ok(cudaDeviceGetByPCIBusId(&d, id) == cudaSuccess && d == 1, "finds its device");
	ok(cudaDeviceGetByPCIBusId(&d, "12:00.0") == cudaSuccess && d == 2, "without its domain");
	ok(cudaDeviceGetByPCIBusId(&d, "0000:12:00") == cudaSuccess && d == 2, "and without its function");
	ok(cudaDeviceGetByPCIBusId(&d, "0000:99:00.0") == cudaErrorInvalidDevice &&
	   cudaDeviceGetByPCIBusId(&d, "nonsense") == cudaErrorInvalidDevice, "or none");
	ok(cudaDeviceGetPCIBusId(id, 12, 1) == cudaErrorInvalidValue, "it needs 13 bytes");
	cudaGetLastError();
}

static void test_limits(void)
{
	size_t n = 0;
	unsigned flags = 0;
	enum cudaFuncCache cache = cudaFuncCachePreferNone;
	enum cudaSharedMemConfig banks;
	int least = 9, most = 9, version = 0;

	ok(cudaDeviceGetLimit(&n, cudaLimitMallocHeapSize) == cudaSuccess && n == 8 << 20, "the heap is 8 MiB at first");
	ok(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20) == cudaSuccess &&
	   cudaDeviceGetLimit(&n, cudaLimitMallocHeapSize) == cudaSuccess && n == 64 << 20, "and then what was set");
	ok(cudaDeviceGetLimit(&n, cudaLimitStackSize) == cudaSuccess && n == 1024, "a stack of 1 KiB");
	ok(cudaDeviceGetLimit(&n, cudaLimitDevRuntimeSyncDepth) == cudaErrorUnsupportedLimit, "a limit that sm_90 has not");
	ok(cudaDeviceGetLimit(&n, (enum cudaLimit)77) == cudaErrorInvalidValue && cudaDeviceGetLimit(NULL, cudaLimitStackSize) ==
	   cudaErrorInvalidValue, "wrong arguments");
	ok(cudaSetDeviceFlags(cudaDeviceScheduleYield) == cudaSuccess && cudaGetDeviceFlags(&flags) == cudaSuccess &&
	   flags == (cudaDeviceScheduleYield | cudaDeviceMapHost), "flags are kept");
	ok(cudaSetDeviceFlags(0x1000) == cudaErrorInvalidValue, "those that there are");
	ok(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1) == cudaSuccess && cudaDeviceGetCacheConfig(&cache) == cudaSuccess &&
	   cache == cudaFuncCachePreferL1, "a wish for the cache is kept");
	ok(cudaDeviceGetSharedMemConfig(&banks) == cudaSuccess && banks == cudaSharedMemBankSizeFourByte, "banks of four bytes");
	ok(cudaDeviceGetStreamPriorityRange(&least, &most) == cudaSuccess && least == 0 && most == -5, "priorities 0 to -5");
	ok(cudaDriverGetVersion(&version) == cudaSuccess && version == 13000 && cudaRuntimeGetVersion(&version) == cudaSuccess &&
	   version == CUDART_VERSION, "versions");
	ok(cudaProfilerStart() == cudaSuccess && cudaProfilerStop() == cudaSuccess, "the profiler gets no message");
	cudaGetLastError();
}

/* ---- errors --------------------------------------------------------------------------------- */

static void test_errors(void)
{
	int wrong = 0;

#define CUDA_ERROR(name, number, text, advice) \
	wrong += name != number || strcmp(cudaGetErrorName(name), #name) || strcmp(cudaGetErrorString(name), text);
#include "cudart/errors.def"
	ok(wrong == 0, "every error has its name and text");
	is_text(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory", "as programs know them");
	is_text(cudaGetErrorName((cudaError_t)77), "unrecognized error code", "a code that is none");
	is_text(cudaGetErrorString((cudaError_t)-1), "unrecognized error code", "nor this");
}

/* ---- other names -------------------------------------------------------------------------------- */

cudaError_t cudaStreamGetId_ptsz(cudaStream_t stream, unsigned long long *id);
cudaError_t cudaMemcpy_ptds(void *to, const void *from, size_t size, enum cudaMemcpyKind kind);
cudaError_t cudaMemsetAsync_ptsz(void *memory, int value, size_t size, cudaStream_t stream);

static void test_per_thread(void)
{
	unsigned long long legacy = 0, own = 0, named = 0, again = 0;
	char text[8] = "";
	char *memory = NULL;

	ok(cudaStreamGetId(0, &legacy) == cudaSuccess && cudaStreamGetId_ptsz(0, &own) == cudaSuccess && legacy != own,
	   "stream 0 of a twin is another");
	ok(cudaStreamGetId(cudaStreamPerThread, &named) == cudaSuccess && named == own, "the thread's own");
	ok(cudaStreamGetId(0, &again) == cudaSuccess && again == legacy, "and after it the legacy one as before");
	cudaMalloc((void **)&memory, sizeof text);
	ok(cudaMemsetAsync_ptsz(memory, 'x', sizeof text, 0) == cudaSuccess &&
	   cudaMemcpy_ptds(text, memory, 4, cudaMemcpyDeviceToHost) == cudaSuccess, "twins do what the calls do");
	is_text(text, "xxxx", "in order");
	cudaFree(memory);
}

cudaError_t cudaGetDeviceProperties_v2(void *properties, int device);

static void test_old(void)
{
	char old[1032];
	int warp, clock, blocks;
	size_t memory;

	ok(cudaGetDeviceProperties_v2(old, 0) == cudaSuccess && !strncmp(old, "warpbook vm", 11), "CUDA 12's properties");
	memcpy(&memory, old + 288, sizeof memory);
	memcpy(&warp, old + 308, sizeof warp);
	memcpy(&clock, old + 348, sizeof clock);
	memcpy(&blocks, old + 388, sizeof blocks);
	ok(memory == (size_t)512 << 20 && warp == 32 && clock == 1980000 && blocks == 132,
	   "where CUDA 12 has them: %zu %d %d %d", memory, warp, clock, blocks);
	ok(cudaGetDeviceProperties_v2(old, 5) == cudaErrorInvalidDevice, "their errors too");
	cudaGetLastError();
}

static void test_stream_attributes(void)
{
	cudaLaunchAttributeValue v = { .pad = { 0 } };
	cudaStream_t a, b;

	cudaStreamCreateWithPriority(&a, cudaStreamNonBlocking, -3);
	cudaStreamCreate(&b);
	ok(cudaStreamGetAttribute(a, cudaStreamAttributePriority, &v) == cudaSuccess && v.priority == -3, "a stream's priority");
	ok(cudaStreamGetAttribute(b, cudaStreamAttributeSynchronizationPolicy, &v) == cudaSuccess &&
	   v.syncPolicy == cudaSyncPolicyAuto,
	   "a wish that nobody had");
	v.syncPolicy = cudaSyncPolicyYield;
	ok(cudaStreamSetAttribute(a, cudaStreamAttributeSynchronizationPolicy, &v) == cudaSuccess, "a wish is taken");
	v.syncPolicy = cudaSyncPolicyAuto;
	ok(cudaStreamCopyAttributes(b, a) == cudaSuccess &&
	   cudaStreamGetAttribute(b, cudaStreamAttributeSynchronizationPolicy, &v) ==
	   cudaSuccess && v.syncPolicy == cudaSyncPolicyYield, "and copied to another stream");
	ok(cudaStreamGetAttribute(a, cudaLaunchAttributeCooperative, &v) == cudaErrorInvalidValue,
	   "a kernel's attribute is no stream's");
	cudaStreamDestroy(a);
	cudaStreamDestroy(b);
	cudaGetLastError();
}

static void test_questions(void)
{
	const enum cudaAtomicOperation operations[] = { cudaAtomicOperationFloatAdd, cudaAtomicOperationFloatMin,
							cudaAtomicOperationCAS };
	const struct cudaChannelFormatDesc floats = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
	enum cudaDriverEntryPointQueryResult found;
	void *function = NULL;
	unsigned can[3];
	size_t texels = 0;

	ok(cudaDeviceGetP2PAtomicCapabilities(can, operations, 3, 0, 1) == cudaSuccess && can[0] & cudaAtomicCapabilityScalar32 &&
	   !can[1] && can[2] & cudaAtomicCapabilityScalar64, "which atomic operations another device's memory takes");
	ok(cudaDeviceGetP2PAtomicCapabilities(can, operations, 3, 1, 1) == cudaErrorInvalidDevice &&
	   cudaDeviceGetP2PAtomicCapabilities(NULL, operations, 3, 0, 1) == cudaErrorInvalidValue,
	   "not its own memory's, and not without a place for the answer");
	ok(cudaDeviceGetTexture1DLinearMaxWidth(&texels, &floats, 1) == cudaSuccess && texels == (size_t)1 << 28,
	   "the texels of linear memory");
	ok(cudaDeviceGetTexture1DLinearMaxWidth(&texels, &floats, 3) == cudaErrorInvalidDevice, "of a device that there is");
	ok(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte) == cudaSuccess, "wider banks are a wish without effect");
	ok(cudaFuncSetSharedMemConfig(&texels, cudaSharedMemBankSizeFourByte) != cudaSuccess,
	   "what is no kernel has none");
	ok(cudaGetDriverEntryPoint("cuInit", &function, cudaEnableDefault, &found) == cudaSuccess && function &&
	   found == cudaDriverEntryPointSuccess, "a function of the driver by its name");
	ok(cudaGetDriverEntryPoint("cuNoSuchCall", &function, cudaEnableDefault, &found) == cudaSuccess && !function &&
	   found == cudaDriverEntryPointSymbolNotFound, "and no other");
	ok(cudaLibraryGetManaged(&function, &texels, NULL, "x") != cudaSuccess, "no library has no managed variable");
	cudaGetLastError();
}

static void test_copies(void)
{
	const struct cudaChannelFormatDesc words = { 32, 0, 0, 0, cudaChannelFormatKindSigned };
	struct cudaMemLocation host = { .type = cudaMemLocationTypeHost }, device = { .type = cudaMemLocationTypeDevice };
	struct cudaMemLocation places[] = { device, host };
	size_t sizes[] = { 4096, 4096 }, first[] = { 0, 1 }, wrong[] = { 1, 1 };
	int in[4] = { 1, 2, 3, 4 }, out[4] = { 0 };
	void *managed[2];
	cudaArray_t a;

	cudaMallocArray(&a, &words, 4, 1, 0);
	ok(cudaMemcpyToArrayAsync(a, 0, 0, in, sizeof in, cudaMemcpyHostToDevice, NULL) == cudaSuccess &&
	   cudaMemcpyFromArrayAsync(out, a, 4, 0, 12, cudaMemcpyDeviceToHost, NULL) == cudaSuccess &&
	   cudaDeviceSynchronize() == cudaSuccess && out[0] == 2 && out[2] == 4 && out[3] == 0,
	   "to an array and from its second element");
	ok(cudaMemcpyFromArrayAsync(out, a, 4, 0, sizeof out, cudaMemcpyDeviceToHost, NULL) != cudaSuccess, "not beyond its end");
	cudaFreeArray(a);
	cudaMallocManaged(&managed[0], 4096, cudaMemAttachGlobal);
	cudaMallocManaged(&managed[1], 4096, cudaMemAttachGlobal);
	ok(cudaMemPrefetchBatchAsync(managed, sizes, 2, places, first, 2, 0, NULL) == cudaSuccess, "two arrays to two places");
	ok(cudaMemPrefetchBatchAsync(managed, sizes, 2, places, wrong, 2, 0, NULL) == cudaErrorInvalidValue,
	   "the first place is that of the first array");
	cudaFree(managed[0]);
	cudaFree(managed[1]);
	cudaGetLastError();
}

/* A copy and what frees its memory in a graph, and this graph as a node of another. */
static void test_graphs(void)
{
	struct cudaMemAllocNodeParams memory = { .poolProps = { .allocType = cudaMemAllocationTypePinned,
								.location = { .type = cudaMemLocationTypeDevice } },
						 .bytesize = 16 };
	cudaKernelNodeAttrValue value = { .pad = { 0 } };
	struct cudaGraphNodeParams changed = { .type = cudaGraphNodeTypeMemset };
	int in[4] = { 1, 2, 3, 4 }, other[4] = { 5, 6, 7, 8 }, out[4] = { 0 };
	struct cudaMemcpy3DParms copy = { .extent = { 16, 1, 1 }, .kind = cudaMemcpyHostToHost };
	cudaGraphNode_t allocated, copied, set, freed, child;
	cudaGraph_t inner, outer, found = NULL;
	cudaGraphExec_t exec;
	void *its = NULL;

	cudaGraphCreate(&inner, 0);
	ok(cudaGraphAddMemAllocNode(&allocated, inner, NULL, 0, &memory) == cudaSuccess &&
	   cudaGraphAddMemFreeNode(&freed, inner, &allocated, 1, memory.dptr) == cudaSuccess,
	   "a graph takes memory and frees it");
	ok(cudaGraphMemFreeNodeGetParams(freed, &its) == cudaSuccess && its == memory.dptr, "this memory");
	ok(cudaGraphMemFreeNodeGetParams(allocated, &its) == cudaErrorInvalidValue, "only a node that frees says what");
	ok(cudaGraphKernelNodeSetAttribute(freed, cudaLaunchAttributePriority, &value) == cudaErrorInvalidValue &&
	   cudaGraphKernelNodeGetAttribute(freed, cudaLaunchAttributePriority, &value) == cudaErrorInvalidValue &&
	   cudaGraphKernelNodeCopyAttributes(freed, allocated) == cudaErrorInvalidValue,
	   "only kernels have a launch's attributes");
	cudaGraphDestroy(inner);

	cudaGraphCreate(&inner, 0);
	cudaGraphCreate(&outer, 0);
	copy.srcPtr = make_cudaPitchedPtr(in, 16, 16, 1);
	copy.dstPtr = make_cudaPitchedPtr(out, 16, 16, 1);
	cudaGraphAddMemcpyNode(&copied, inner, NULL, 0, &copy);
	cudaGraphAddChildGraphNode(&child, outer, NULL, 0, inner);
	ok(cudaGraphChildGraphNodeGetGraph(child, &found) == cudaSuccess && found && found != inner, "a node's graph is a copy");
	ok(cudaGraphChildGraphNodeGetGraph(copied, &found) == cudaErrorInvalidValue, "a copy has none");
	cudaGraphInstantiate(&exec, inner, 0);
	copy.srcPtr.ptr = other;
	ok(cudaGraphExecMemcpyNodeSetParams(exec, copied, &copy) == cudaSuccess && cudaGraphLaunch(exec, NULL) == cudaSuccess &&
	   cudaDeviceSynchronize() == cudaSuccess && out[0] == 5 && out[3] == 8, "another source for the next launches");
	cudaMalloc(&its, 16);
	cudaGraphAddMemsetNode(&set, inner, NULL, 0, &(struct cudaMemsetParams){ .dst = its, .value = 1, .elementSize = 1,
										 .width = 16, .height = 1 });
	changed.memset.dst = its;
	changed.memset.value = 7;
	changed.memset.elementSize = 1;
	changed.memset.width = 16;
	changed.memset.height = 1;
	ok(cudaGraphNodeSetParams(set, &changed) == cudaSuccess, "a node's new parameters");
	changed.type = cudaGraphNodeTypeKernel;
	ok(cudaGraphNodeSetParams(set, &changed) != cudaSuccess && cudaGraphNodeSetParams(set, NULL) == cudaErrorInvalidValue,
	   "of its own type");
	cudaGraphExecDestroy(exec);
	cudaGraphDestroy(inner);
	cudaGraphDestroy(outer);
	cudaFree(its);
	cudaGetLastError();
}

static void test_missing(void)
{
	ok(cudaGraphicsMapResources(1, NULL, 0) == cudaErrorNotSupported, "what is missing says so");
	ok(cudaGetLastError() == cudaErrorNotSupported && cudaGetLastError() == cudaSuccess, "as an error like others");
}

int main(void)
{
	setenv("WARPBOOK_DEVICES", "3", 1);
	setenv("WARPBOOK_MEMORY", "512M", 1);
	test_devices();
	test_attributes();
	test_bus();
	test_limits();
	test_errors();
	test_per_thread();
	test_old();
	test_stream_attributes();
	test_questions();
	test_copies();
	test_graphs();
	test_missing();
	return tap_done();
}
