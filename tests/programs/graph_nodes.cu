// Graphs made of nodes by the generic calls: memory that the graph allocates and frees at each launch, new parameters for an
// executable graph, and memory of a captured stream; launched again and again.
#include <cstdio>
#include <cstdlib>

#define CHECK(call) \
	do { \
		cudaError_t error = (call); \
		if (error != cudaSuccess) { \
			printf("line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
			exit(1); \
		} \
	} while (0)

__global__ void scale(const int *x, int *y, int factor, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		y[i] = factor * x[i];
}

static int total(const int *x, int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum += x[i];
	return sum;
}

static int calls;

static void count_call(void *more) { calls += *(int *)more; }

int main()
{
	const int n = 1000, bytes = n * sizeof(int);
	int *in, *out, *taken, factor = 3, count = n, step = 1;
	cudaGraph_t graph, captured;
	cudaGraphExec_t exec, again;
	cudaGraphNode_t alloc, scaled, back, freed, called;
	cudaStream_t stream;

	CHECK(cudaMallocManaged(&in, bytes));
	CHECK(cudaMallocHost(&out, bytes));
	for (int i = 0; i < n; i++)
		in[i] = i;
	CHECK(cudaStreamCreate(&stream));
	CHECK(cudaGraphCreate(&graph, 0));

	cudaGraphNodeParams p = {};
	p.type = cudaGraphNodeTypeMemAlloc;
	p.alloc.poolProps.allocType = cudaMemAllocationTypePinned;
	p.alloc.poolProps.location.type = cudaMemLocationTypeDevice;
	p.alloc.bytesize = bytes;
	CHECK(cudaGraphAddNode(&alloc, graph, NULL, NULL, 0, &p));
	taken = (int *)p.alloc.dptr;

	void *args[] = { &in, &taken, &factor, &count };
	cudaGraphNodeParams k = {};
	k.type = cudaGraphNodeTypeKernel;
	k.kernel.func = (void *)scale;
	k.kernel.gridDim = dim3((n + 127) / 128);
	k.kernel.blockDim = dim3(128);
	k.kernel.kernelParams = args;
	CHECK(cudaGraphAddNode(&scaled, graph, &alloc, NULL, 1, &k));

	cudaGraphNodeParams c = {};
	c.type = cudaGraphNodeTypeMemcpy;
	c.memcpy.copyParams.srcPtr = make_cudaPitchedPtr(taken, bytes, bytes, 1);
	c.memcpy.copyParams.dstPtr = make_cudaPitchedPtr(out, bytes, bytes, 1);
	c.memcpy.copyParams.extent = make_cudaExtent(bytes, 1, 1);
	c.memcpy.copyParams.kind = cudaMemcpyDeviceToHost;
	CHECK(cudaGraphAddNode(&back, graph, &scaled, NULL, 1, &c));

	cudaGraphNodeParams f = {};
	f.type = cudaGraphNodeTypeMemFree;
	f.free.dptr = taken;
	CHECK(cudaGraphAddNode(&freed, graph, &back, NULL, 1, &f));

	cudaGraphNodeParams h = {};
	h.type = cudaGraphNodeTypeHost;
	h.host.fn = count_call;
	h.host.userData = &step;
	CHECK(cudaGraphAddNode(&called, graph, &back, NULL, 1, &h));

	CHECK(cudaGraphInstantiate(&exec, graph, 0));
	for (int round = 0; round < 3; round++) {
		CHECK(cudaGraphLaunch(exec, stream));
		CHECK(cudaStreamSynchronize(stream));
		printf("launch %d: sum %d\n", round, total(out, n));
	}
	factor = 5;
	CHECK(cudaGraphExecNodeSetParams(exec, scaled, &k));
	CHECK(cudaGraphLaunch(exec, stream));
	CHECK(cudaStreamSynchronize(stream));
	printf("with another factor: sum %d, %d calls\n", total(out, n), calls);

	CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	int *part;
	CHECK(cudaMallocAsync(&part, bytes, stream));
	scale<<<(n + 127) / 128, 128, 0, stream>>>(in, part, 7, n);
	CHECK(cudaMemcpyAsync(out, part, bytes, cudaMemcpyDeviceToHost, stream));
	CHECK(cudaFreeAsync(part, stream));
	CHECK(cudaStreamEndCapture(stream, &captured));
	CHECK(cudaGraphInstantiate(&again, captured, 0));
	for (int round = 0; round < 2; round++)
		CHECK(cudaGraphLaunch(again, stream));
	CHECK(cudaStreamSynchronize(stream));
	printf("captured: sum %d\n", total(out, n));

	CHECK(cudaGraphExecDestroy(exec));
	CHECK(cudaGraphExecDestroy(again));
	CHECK(cudaGraphDestroy(graph));
	CHECK(cudaGraphDestroy(captured));
	CHECK(cudaStreamDestroy(stream));
	CHECK(cudaFree(in));
	CHECK(cudaFreeHost(out));
}
