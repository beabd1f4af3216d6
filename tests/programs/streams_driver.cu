// Streams and events of the driver: work in order across two streams, host functions, a captured graph, a cooperative launch.
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

static void CUDA_CB note(void *what) { printf("the host's function: %s\n", (const char *)what); }
static void CUDA_CB called(CUstream, CUresult status, void *what) { printf("the callback: %s, %d\n", (const char *)what, status); }

int main()
{
	const int n = 1000;
	int *host, wrong = 0, size = n, low, high, priority, blocks;
	unsigned flags;
	float ms;
	CUdevice device;
	CUcontext context, of;
	CUmodule module;
	CUfunction add;
	CUdeviceptr a, b, c;
	CUstream first, second;
	CUevent begin, end;
	CUgraph graph;
	CUgraphExec exec;
	CUstreamCaptureStatus capturing;

	CHECK(cuInit(0));
	CHECK(cuDeviceGet(&device, 0));
	CHECK(cuDevicePrimaryCtxRetain(&context, device));
	CHECK(cuCtxSetCurrent(context));
	CHECK(cuModuleLoadData(&module, text));
	CHECK(cuModuleGetFunction(&add, module, "add"));
	CHECK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 256, 0));
	CHECK(cuCtxGetStreamPriorityRange(&low, &high));
	CHECK(cuStreamCreate(&first, CU_STREAM_NON_BLOCKING));
	CHECK(cuStreamCreateWithPriority(&second, CU_STREAM_NON_BLOCKING, high));
	CHECK(cuStreamGetPriority(second, &priority));
	CHECK(cuStreamGetFlags(second, &flags));
	CHECK(cuStreamGetCtx(second, &of));
	printf("priority %d, not blocking %d, context %d, blocks %d\n", priority == high, flags == CU_STREAM_NON_BLOCKING, of == context, blocks > 0);
	CHECK(cuEventCreate(&begin, CU_EVENT_DEFAULT));
	CHECK(cuEventCreate(&end, CU_EVENT_DEFAULT));
	CHECK(cuMemAllocHost((void **)&host, n * sizeof *host));
	CHECK(cuMemAlloc(&a, n * 4));
	CHECK(cuMemAlloc(&b, n * 4));
	CHECK(cuMemAlloc(&c, n * 4));
	for (int i = 0; i < n; i++)
		host[i] = i;
	CHECK(cuEventRecord(begin, first));
	CHECK(cuMemcpyHtoDAsync(a, host, n * 4, first));
	CHECK(cuMemsetD32Async(b, 7, n, first));
	CHECK(cuEventRecord(end, first));
	CHECK(cuStreamWaitEvent(second, end, 0));
	void *parameters[] = { &c, &a, &b, &size };
	CHECK(cuLaunchKernel(add, 4, 1, 1, 256, 1, 1, 0, second, parameters, NULL));
	CHECK(cuLaunchHostFunc(second, note, (void *)"after the kernel"));
	CHECK(cuStreamAddCallback(second, called, (void *)"then", 0));
	CHECK(cuMemcpyDtoHAsync(host, c, n * 4, second));
	CHECK(cuStreamSynchronize(second));
	CHECK(cuEventSynchronize(end));
	CHECK(cuEventElapsedTime(&ms, begin, end));
	for (int i = 0; i < n; i++)
		wrong += host[i] != i + 107;
	printf("%d wrong, done: %d, time passed: %d\n", wrong, cuStreamQuery(first) == CUDA_SUCCESS && cuEventQuery(end) == CUDA_SUCCESS, ms >= 0);

	// c = c + b, twice, as a graph
	CHECK(cuStreamBeginCapture(first, CU_STREAM_CAPTURE_MODE_GLOBAL));
	parameters[1] = &c;
	CHECK(cuLaunchKernel(add, 4, 1, 1, 256, 1, 1, 0, first, parameters, NULL));
	CHECK(cuStreamIsCapturing(first, &capturing));
	CHECK(cuStreamEndCapture(first, &graph));
	CHECK(cuGraphInstantiate(&exec, graph, 0));
	CHECK(cuGraphLaunch(exec, first));
	CHECK(cuGraphLaunch(exec, first));
	CHECK(cuLaunchCooperativeKernel(add, 4, 1, 1, 256, 1, 1, 0, first, parameters));
	CHECK(cuMemcpyDtoHAsync(host, c, n * 4, first));
	CHECK(cuStreamSynchronize(first));
	for (int i = 0; i < n; i++)
		wrong += host[i] != i + 4 * 107;
	printf("captured %d, %d wrong\n", capturing == CU_STREAM_CAPTURE_STATUS_ACTIVE, wrong);
	CHECK(cuGraphExecDestroy(exec));
	CHECK(cuGraphDestroy(graph));
	CHECK(cuEventDestroy(begin));
	CHECK(cuEventDestroy(end));
	CHECK(cuStreamDestroy(first));
	CHECK(cuStreamDestroy(second));
	CHECK(cuMemFreeHost(host));
	CHECK(cuMemFree(a));
	CHECK(cuMemFree(b));
	CHECK(cuMemFree(c));
	CHECK(cuModuleUnload(module));
	CHECK(cuDevicePrimaryCtxRelease(device));
	return 0;
}
