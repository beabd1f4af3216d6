// options: -lcuda
/*
 * Graphs built with the driver API: nodes of each kind with edges between them, the same graph captured, changed in place, copied,
 * launched again, and a loop that a kernel ends.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		int status = (int)(call); \
		if (status) { \
			fprintf(stderr, "%s:%d: %s: %d\n", __FILE__, __LINE__, #call, status); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

__global__ void add(int *x, int n, int value)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] += value;
}

__global__ void count_down(int *left, cudaGraphConditionalHandle handle)
{
	cudaGraphSetConditional(handle, --*left > 0);
}

static const int n = 1000;

static CUfunction function_of(const void *kernel)
{
	cudaFunction_t f;
	CHECK(cudaGetFuncBySymbol(&f, kernel));
	return (CUfunction)f;
}

static CUDA_KERNEL_NODE_PARAMS launch_of(CUfunction f, void **args)
{
	CUDA_KERNEL_NODE_PARAMS params;
	memset(&params, 0, sizeof params);
	params.func = f;
	params.gridDimX = (n + 127) / 128;
	params.gridDimY = params.gridDimZ = params.blockDimY = params.blockDimZ = 1;
	params.blockDimX = 128;
	params.kernelParams = args;
	return params;
}

static CUDA_MEMCPY3D copy_of(int *to, CUdeviceptr from, size_t bytes)
{
	CUDA_MEMCPY3D copy;
	memset(&copy, 0, sizeof copy);
	copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
	copy.srcDevice = from;
	copy.dstMemoryType = CU_MEMORYTYPE_HOST;
	copy.dstHost = to;
	copy.WidthInBytes = copy.srcPitch = copy.dstPitch = bytes;
	copy.Height = copy.srcHeight = copy.dstHeight = copy.Depth = 1;
	return copy;
}

static int calls;
static void count_call(void *user)
{
	calls += *(int *)user;
}

static int wrong(const int *x, int expected)
{
	int bad = 0;
	for (int i = 0; i < n; i++)
		bad += x[i] != expected;
	return bad;
}

static void built(CUcontext context, CUstream stream)
{
	CUgraph graph, clone;
	CUgraphNode fill, first, second, copy, host, empty, found, nodes[8];
	CUgraphExec exec, of_clone;
	CUgraphNodeType type;
	CUdeviceptr x;
	int *out, one = 1, ten = 10, weight = 3, count = n;
	size_t total = 8, roots = 0, before = 8;
	CHECK(cuMemAlloc(&x, n * sizeof(int)));
	CHECK(cuMemAllocHost((void **)&out, n * sizeof(int)));
	CHECK(cuGraphCreate(&graph, 0));

	CUDA_MEMSET_NODE_PARAMS zero;
	memset(&zero, 0, sizeof zero);
	zero.dst = x;
	zero.elementSize = sizeof(int);
	zero.value = 5;
	zero.width = n;
	zero.height = 1;
	CHECK(cuGraphAddMemsetNode(&fill, graph, NULL, 0, &zero, context));
	void *add_one[] = { &x, &count, &one }, *add_ten[] = { &x, &count, &ten };
	CUDA_KERNEL_NODE_PARAMS launch = launch_of(function_of((const void *)add), add_one);
	CHECK(cuGraphAddKernelNode(&first, graph, &fill, 1, &launch));
	/* The same arguments packed in a buffer. */
	struct { CUdeviceptr x; int n, value; } packed = { x, n, ten };
	size_t packed_size = sizeof packed;
	void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &packed_size, CU_LAUNCH_PARAM_END };
	CUDA_KERNEL_NODE_PARAMS with_extra = launch_of(launch.func, NULL);
	with_extra.extra = extra;
	CHECK(cuGraphAddKernelNode(&second, graph, &first, 1, &with_extra));
	CHECK(cuGraphAddEmptyNode(&empty, graph, &second, 1));
	CUDA_MEMCPY3D to_host = copy_of(out, x, n * sizeof(int));
	CHECK(cuGraphAddMemcpyNode(&copy, graph, &empty, 1, &to_host, context));
	CUDA_HOST_NODE_PARAMS call;
	memset(&call, 0, sizeof call);
	call.fn = count_call;
	call.userData = &weight;
	CHECK(cuGraphAddHostNode(&host, graph, &copy, 1, &call));

	CHECK(cuGraphGetNodes(graph, nodes, &total));
	CHECK(cuGraphGetRootNodes(graph, NULL, &roots));
	CHECK(cuGraphNodeGetType(copy, &type));
	CHECK(cuGraphNodeGetDependencies(copy, nodes, NULL, &before));
	printf("%zu nodes, %zu root, the copy is of type %d and waits for %zu\n", total, roots, (int)type, before);

	CHECK(cuGraphInstantiate(&exec, graph, 0));
	CHECK(cuGraphUpload(exec, stream));
	CHECK(cuGraphLaunch(exec, stream));
	CHECK(cuStreamSynchronize(stream));
	printf("launched: %d wrong, host called for %d\n", wrong(out, 16), calls);

	launch.kernelParams = add_ten;
	CHECK(cuGraphExecKernelNodeSetParams(exec, first, &launch));
	CHECK(cuGraphLaunch(exec, stream));
	CHECK(cuStreamSynchronize(stream));
	printf("changed where it runs: %d wrong\n", wrong(out, 25));

	zero.value = 100;
	CHECK(cuGraphMemsetNodeSetParams(fill, &zero));
	CUgraphExecUpdateResultInfo info;
	CHECK(cuGraphExecUpdate(exec, graph, &info));
	CHECK(cuGraphLaunch(exec, stream));
	CHECK(cuStreamSynchronize(stream));
	printf("updated from its graph: result %d, %d wrong\n", (int)info.result, wrong(out, 111));

	CHECK(cuGraphClone(&clone, graph));
	CHECK(cuGraphNodeFindInClone(&found, second, clone));
	CUDA_KERNEL_NODE_PARAMS there;
	CHECK(cuGraphKernelNodeGetParams(found, &there));
	printf("the clone's second launch: %u blocks of %u, the same kernel: %s\n", there.gridDimX, there.blockDimX,
	       there.func == launch.func ? "yes" : "no");
	CHECK(cuGraphNodeFindInClone(&found, host, clone));
	CHECK(cuGraphDestroyNode(found));
	CHECK(cuGraphInstantiate(&of_clone, clone, 0));
	CHECK(cuGraphLaunch(of_clone, stream));
	CHECK(cuStreamSynchronize(stream));
	total = 8;
	CHECK(cuGraphGetNodes(clone, nodes, &total));
	printf("without its call %zu nodes, host called for %d\n", total, calls);

	CHECK(cuGraphExecDestroy(exec));
	CHECK(cuGraphExecDestroy(of_clone));
	CHECK(cuGraphDestroy(clone));
	CHECK(cuGraphDestroy(graph));
	CHECK(cuMemFree(x));
	CHECK(cuMemFreeHost(out));
}

static void captured(CUstream stream)
{
	CUgraph graph, seen;
	CUgraphExec exec;
	CUstreamCaptureStatus state;
	cuuint64_t id = 0;
	CUdeviceptr x;
	int *out, two = 2, count = n;
	size_t nodes = 0;
	CUfunction f = function_of((const void *)add);
	void *args[] = { &x, &count, &two };
	CHECK(cuMemAlloc(&x, n * sizeof(int)));
	CHECK(cuMemAllocHost((void **)&out, n * sizeof(int)));
	CHECK(cuMemsetD32(x, 1, n));
	CHECK(cuCtxSynchronize());
	CHECK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
	CHECK(cuLaunchKernel(f, (n + 127) / 128, 1, 1, 128, 1, 1, 0, stream, args, NULL));
	CHECK(cuStreamGetCaptureInfo(stream, &state, &id, &seen, NULL, NULL, NULL));
	CHECK(cuGraphGetNodes(seen, NULL, &nodes));
	CHECK(cuMemcpyDtoHAsync(out, x, n * sizeof(int), stream));
	CHECK(cuStreamEndCapture(stream, &graph));
	printf("capture: active: %s, with an id: %s, %zu node so far\n", state == CU_STREAM_CAPTURE_STATUS_ACTIVE ? "yes" : "no", id ? "yes" : "no", nodes);
	CHECK(cuGraphInstantiate(&exec, graph, 0));
	for (int k = 0; k < 3; k++)
		CHECK(cuGraphLaunch(exec, stream));
	CHECK(cuStreamSynchronize(stream));
	printf("three launches: %d wrong\n", wrong(out, 7));
	CHECK(cuGraphExecDestroy(exec));
	CHECK(cuGraphDestroy(graph));
	CHECK(cuMemFree(x));
	CHECK(cuMemFreeHost(out));
}

static void looped(CUcontext context, CUstream stream)
{
	CUgraph graph, body;
	CUgraphConditionalHandle handle;
	CUgraphNodeParams loop;
	CUgraphNode node, step, end;
	CUgraphExec exec;
	CUdeviceptr x, left;
	int *out, one = 1, five = 5, count = n;
	CHECK(cuMemAlloc(&x, n * sizeof(int)));
	CHECK(cuMemAlloc(&left, sizeof(int)));
	CHECK(cuMemAllocHost((void **)&out, n * sizeof(int)));
	CHECK(cuMemsetD32(x, 0, n));
	CHECK(cuCtxSynchronize());
	CHECK(cuMemcpyHtoD(left, &five, sizeof five));
	CHECK(cuGraphCreate(&graph, 0));
	CHECK(cuGraphConditionalHandleCreate(&handle, graph, context, 1, CU_GRAPH_COND_ASSIGN_DEFAULT));
	memset(&loop, 0, sizeof loop);
	loop.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
	loop.conditional.handle = handle;
	loop.conditional.type = CU_GRAPH_COND_TYPE_WHILE;
	loop.conditional.size = 1;
	loop.conditional.ctx = context;
	CHECK(cuGraphAddNode(&node, graph, NULL, NULL, 0, &loop));
	body = loop.conditional.phGraph_out[0];
	void *add_one[] = { &x, &count, &one }, *decide[] = { &left, &handle };
	CUDA_KERNEL_NODE_PARAMS launch = launch_of(function_of((const void *)add), add_one);
	CHECK(cuGraphAddKernelNode(&step, body, NULL, 0, &launch));
	CUDA_KERNEL_NODE_PARAMS last = launch_of(function_of((const void *)count_down), decide);
	last.gridDimX = last.blockDimX = 1;
	CHECK(cuGraphAddKernelNode(&end, body, &step, 1, &last));
	CHECK(cuGraphInstantiate(&exec, graph, 0));
	CHECK(cuGraphLaunch(exec, stream));
	CHECK(cuMemcpyDtoHAsync(out, x, n * sizeof(int), stream));
	CHECK(cuStreamSynchronize(stream));
	printf("a loop of five: %d wrong\n", wrong(out, 5));
	CHECK(cuGraphExecDestroy(exec));
	CHECK(cuGraphDestroy(graph));
	CHECK(cuMemFree(x));
	CHECK(cuMemFree(left));
	CHECK(cuMemFreeHost(out));
}

int main()
{
	CUcontext context;
	CUstream stream;
	CHECK(cuInit(0));
	CHECK(cuDevicePrimaryCtxRetain(&context, 0));
	CHECK(cuCtxSetCurrent(context));
	CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
	built(context, stream);
	captured(stream);
	looped(context, stream);
	CHECK(cuStreamDestroy(stream));
	CHECK(cuDevicePrimaryCtxRelease(0));
	return 0;
}
