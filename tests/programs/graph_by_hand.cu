// A graph that is put together node by node, looked at, changed, cloned and run: copies, a memset, kernels, a host function.
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

#define N 1024

__global__ void square(int *out, const int *in)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	out[i] += in[i] * in[i];
}

static void report(void *count) { ++*(int *)count; }

int main()
{
	static int in[N], got[N];
	int *a, *b, wrong = 0, calls = 0;
	cudaGraph_t graph, clone;
	cudaGraphExec_t exec;
	cudaGraphNode_t load, clear, work, store, tell, join, extra, found, edges_from[16], edges_to[16];
	cudaMemcpy3DParms copy;
	cudaMemsetParams set;
	cudaKernelNodeParams kernel;
	cudaHostNodeParams host;
	size_t n, before, after;
	cudaStream_t stream;
	cudaGraphNodeType type;

	for (int i = 0; i < N; i++)
		in[i] = i - 500;
	CHECK(cudaStreamCreate(&stream));
	CHECK(cudaMalloc(&a, sizeof in));
	CHECK(cudaMalloc(&b, sizeof in));
	CHECK(cudaGraphCreate(&graph, 0));
	memset(&copy, 0, sizeof copy);
	copy.srcPtr = make_cudaPitchedPtr(in, sizeof in, N, 1);
	copy.dstPtr = make_cudaPitchedPtr(a, sizeof in, N, 1);
	copy.extent = make_cudaExtent(sizeof in, 1, 1);
	copy.kind = cudaMemcpyHostToDevice;
	CHECK(cudaGraphAddMemcpyNode(&load, graph, NULL, 0, &copy));
	memset(&set, 0, sizeof set);
	set.dst = b, set.elementSize = 4, set.width = N, set.height = 1, set.value = 7;
	CHECK(cudaGraphAddMemsetNode(&clear, graph, NULL, 0, &set));
	void *arguments[] = { &b, &a };
	memset(&kernel, 0, sizeof kernel);
	kernel.func = (void *)square, kernel.gridDim = dim3(N / 256), kernel.blockDim = dim3(256), kernel.kernelParams = arguments;
	CHECK(cudaGraphAddKernelNode(&work, graph, NULL, 0, &kernel));
	CHECK(cudaGraphAddEmptyNode(&join, graph, NULL, 0));
	cudaGraphNode_t from[] = { load, clear, join }, to[] = { join, join, work };
	CHECK(cudaGraphAddDependencies(graph, from, to, NULL, 3));
	copy.srcPtr = make_cudaPitchedPtr(b, sizeof in, N, 1);
	copy.dstPtr = make_cudaPitchedPtr(got, sizeof in, N, 1);
	copy.kind = cudaMemcpyDeviceToHost;
	CHECK(cudaGraphAddMemcpyNode(&store, graph, &work, 1, &copy));
	host.fn = report, host.userData = &calls;
	CHECK(cudaGraphAddHostNode(&tell, graph, &store, 1, &host));
	CHECK(cudaGraphAddEmptyNode(&extra, graph, &tell, 1));
	CHECK(cudaGraphDestroyNode(extra));
	CHECK(cudaGraphGetEdges(graph, NULL, NULL, NULL, &n));
	CHECK(cudaGraphNodeGetDependencies(join, NULL, NULL, &before));
	CHECK(cudaGraphNodeGetDependentNodes(join, NULL, NULL, &after));
	printf("%zu edges, %zu before the join, %zu after\n", n, before, after);
	n = 16;
	CHECK(cudaGraphGetEdges(graph, edges_from, edges_to, NULL, &n));
	CHECK(cudaGraphRemoveDependencies(graph, &clear, &join, NULL, 1));
	CHECK(cudaGraphAddDependencies(graph, &clear, &work, NULL, 1));
	CHECK(cudaGraphClone(&clone, graph));
	CHECK(cudaGraphNodeFindInClone(&found, work, clone));
	CHECK(cudaGraphNodeGetType(found, &type));
	printf("the clone's node is a kernel: %d\n", type == cudaGraphNodeTypeKernel);
	CHECK(cudaGraphInstantiateWithFlags(&exec, clone, 0));
	CHECK(cudaGraphUpload(exec, stream));
	for (int round = 0; round < 3; round++)
		CHECK(cudaGraphLaunch(exec, stream));
	CHECK(cudaStreamSynchronize(stream));
	for (int i = 0; i < N; i++)
		wrong += got[i] != in[i] * in[i] + 7;
	printf("%d wrong, %d calls\n", wrong, calls);
	CHECK(cudaGraphDebugDotPrint(graph, "/dev/null", 0));
	CHECK(cudaGraphExecDestroy(exec));
	CHECK(cudaGraphDestroy(clone));
	CHECK(cudaGraphDestroy(graph));
	CHECK(cudaFree(a));
	CHECK(cudaFree(b));
	CHECK(cudaStreamDestroy(stream));
	return 0;
}
