// options: -lcuda
/*
 * Graphs whose nodes write words and wait for them: captured from a stream, added by hand, changed in the graph and in an
 * executable one. One graph is launched before the one that writes what it waits for.
 */
#include <cstdio>
#include <cstdlib>
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

__global__ void add(int *sum, const int *x)
{
	*sum += *x;
}

__global__ void set(int *x, int value)
{
	*x = value;
}

static cudaStream_t stream_new()
{
	cudaStream_t s;
	CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
	return s;
}

static CUstreamBatchMemOpParams write_of(CUdeviceptr at, unsigned value)
{
	CUstreamBatchMemOpParams p = {};
	p.writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
	p.writeValue.address = at;
	p.writeValue.value = value;
	return p;
}

static CUstreamBatchMemOpParams wait_of(CUdeviceptr at, unsigned value)
{
	CUstreamBatchMemOpParams p = {};
	p.waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
	p.waitValue.address = at;
	p.waitValue.value = value;
	p.waitValue.flags = CU_STREAM_WAIT_VALUE_EQ;
	return p;
}

int main()
{
	int *x, *sum, got[2];
	unsigned *flags, words[4];
	CHECK(cudaMalloc(&x, sizeof *x));
	CHECK(cudaMalloc(&sum, sizeof *sum));
	CHECK(cudaMalloc(&flags, 4 * sizeof *flags));
	CHECK(cudaMemset(x, 0, sizeof *x));
	CHECK(cudaMemset(sum, 0, sizeof *sum));
	CHECK(cudaMemset(flags, 0, 4 * sizeof *flags));
	CHECK(cudaDeviceSynchronize());
	cudaStream_t a = stream_new(), b = stream_new();
	CUdeviceptr ready = (CUdeviceptr)flags, taken = (CUdeviceptr)(flags + 1), more = (CUdeviceptr)(flags + 2);

	// Captured: waits for x, adds it, clears the flag and says so.
	cudaGraph_t consumer, producer;
	cudaGraphExec_t consume, produce;
	CHECK(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
	CHECK(cuStreamWaitValue32((CUstream)a, ready, 1, CU_STREAM_WAIT_VALUE_EQ));
	add<<<1, 1, 0, a>>>(sum, x);
	CHECK(cudaGetLastError());
	CUstreamBatchMemOpParams both[2] = { write_of(ready, 0), write_of(taken, 1) };
	CHECK(cuStreamBatchMemOp((CUstream)a, 2, both, 0));
	CHECK(cudaStreamEndCapture(a, &consumer));
	cudaGraphNode_t nodes[8];
	size_t n = 8;
	CHECK(cudaGraphGetNodes(consumer, nodes, &n));
	int batches = 0, others = 0;
	for (size_t i = 0; i < n; i++) {
		CUgraphNodeType type;
		CHECK(cuGraphNodeGetType((CUgraphNode)nodes[i], &type));
		if (type == CU_GRAPH_NODE_TYPE_BATCH_MEM_OP) {
			CUDA_BATCH_MEM_OP_NODE_PARAMS p;
			CHECK(cuGraphBatchMemOpNodeGetParams((CUgraphNode)nodes[i], &p));
			printf("a batch of %u, the first of kind %d\n", p.count, (int)p.paramArray[0].operation);
			batches++;
		} else
			others += type == CU_GRAPH_NODE_TYPE_KERNEL;
	}
	printf("%zu nodes: %d batches, %d kernels\n", n, batches, others);
	CHECK(cudaGraphInstantiate(&consume, consumer, 0));

	// By hand: x, then the flag; what comes next waits until it was taken.
	CHECK(cudaGraphCreate(&producer, 0));
	int value = 5;
	void *args[] = { &x, &value };
	cudaKernelNodeParams kernel = {};
	kernel.func = (void *)set;
	kernel.gridDim = kernel.blockDim = dim3(1);
	kernel.kernelParams = args;
	cudaGraphNode_t setter;
	CHECK(cudaGraphAddKernelNode(&setter, producer, NULL, 0, &kernel));
	CUstreamBatchMemOpParams list[3] = { write_of(ready, 1), wait_of(taken, 1), write_of(taken, 0) };
	CUDA_BATCH_MEM_OP_NODE_PARAMS params = {};
	params.count = 3;
	params.paramArray = list;
	CUgraphNode teller, last, before = (CUgraphNode)setter;
	CHECK(cuGraphAddBatchMemOpNode(&teller, (CUgraph)producer, &before, 1, &params));
	CUstreamBatchMemOpParams end = write_of(more, 7);
	params.count = 1;
	params.paramArray = &end;
	CHECK(cuGraphAddBatchMemOpNode(&last, (CUgraph)producer, &teller, 1, &params));
	CHECK(cudaGraphInstantiate(&produce, producer, 0));

	for (int round = 0; round < 3; round++) {
		CHECK(cudaGraphLaunch(consume, a));
		CHECK(cudaGraphLaunch(produce, b));
	}
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(got, sum, sizeof *sum, cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(words, flags, sizeof words, cudaMemcpyDeviceToHost));
	printf("three rounds: sum %d, flags %u %u %u\n", got[0], words[0], words[1], words[2]);

	// Changed in the executable graph alone, then in the graph.
	CUstreamBatchMemOpParams other = write_of(more, 8);
	params.paramArray = &other;
	CHECK(cuGraphExecBatchMemOpNodeSetParams((CUgraphExec)produce, last, &params));
	CHECK(cudaGraphLaunch(produce, b));
	CHECK(cudaGraphLaunch(consume, a));
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(words, flags, sizeof words, cudaMemcpyDeviceToHost));
	CUDA_BATCH_MEM_OP_NODE_PARAMS old;
	CHECK(cuGraphBatchMemOpNodeGetParams(last, &old));
	printf("changed when it was ready to run: %u, the graph's %u\n", words[2], old.paramArray[0].writeValue.value);
	other = write_of(more, 9);
	CHECK(cuGraphBatchMemOpNodeSetParams(last, &params));
	cudaGraphExecUpdateResultInfo info;
	CHECK(cudaGraphExecUpdate(produce, producer, &info));
	CHECK(cudaGraphLaunch(consume, a));
	CHECK(cudaGraphLaunch(produce, b));
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(got, sum, sizeof *sum, cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(words, flags, sizeof words, cudaMemcpyDeviceToHost));
	printf("updated: %u, sum %d\n", words[2], got[0]);
	params.count = 0;
	printf("an empty list: %d\n", cuGraphBatchMemOpNodeSetParams(last, &params));

	CHECK(cudaGraphExecDestroy(consume));
	CHECK(cudaGraphExecDestroy(produce));
	CHECK(cudaGraphDestroy(consumer));
	CHECK(cudaGraphDestroy(producer));
	for (cudaStream_t s : { a, b })
		CHECK(cudaStreamDestroy(s));
	for (void *d : { (void *)x, (void *)sum, (void *)flags })
		CHECK(cudaFree(d));
	return 0;
}
