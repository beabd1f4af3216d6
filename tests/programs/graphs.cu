/*
 * Graphs: the same work captured from streams (with a fork and a join) and built node by node, replayed,
 * its parameters changed between replays.
 */
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

__global__ void scale(float *data, int n, float by)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] *= by;
}

__global__ void add(float *out, const float *a, const float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = a[i] + b[i];
}

static cudaGraphExec_t instantiate(cudaGraph_t graph)
{
	cudaGraphExec_t exec;
#if CUDART_VERSION >= 12000
	CHECK(cudaGraphInstantiate(&exec, graph, 0));
#else
	CHECK(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
#endif
	return exec;
}

static int report(const char *what, const float *got, int n, float a, float b)
{
	int wrong = 0;
	for (int i = 0; i < n; i++)
		wrong += got[i] != a * i + b;
	printf("%-22s out[7] = %5.1f, %d wrong\n", what, got[7], wrong);
	return wrong;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 5000, wrong = 0;
	size_t bytes = n * sizeof(float);
	const dim3 block(256), grid((n + 255) / 256);
	float *a, *b, *out, *d_a, *d_b, *d_out;
	CHECK(cudaMallocHost(&a, bytes));
	CHECK(cudaMallocHost(&b, bytes));
	CHECK(cudaMallocHost(&out, bytes));
	CHECK(cudaMalloc(&d_a, bytes));
	CHECK(cudaMalloc(&d_b, bytes));
	CHECK(cudaMalloc(&d_out, bytes));
	for (int i = 0; i < n; i++) {
		a[i] = (float)i;
		b[i] = 1.0f;
	}

	/* captured: two branches that meet at the addition */
	cudaStream_t main_stream, branch;
	cudaEvent_t fork, join;
	cudaGraph_t captured;
	CHECK(cudaStreamCreate(&main_stream));
	CHECK(cudaStreamCreate(&branch));
	CHECK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
	CHECK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
	CHECK(cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeGlobal));
	CHECK(cudaEventRecord(fork, main_stream));
	CHECK(cudaStreamWaitEvent(branch, fork, 0));
	CHECK(cudaMemcpyAsync(d_a, a, bytes, cudaMemcpyHostToDevice, main_stream));
	scale<<<grid, block, 0, main_stream>>>(d_a, n, 2.0f);
	CHECK(cudaMemcpyAsync(d_b, b, bytes, cudaMemcpyHostToDevice, branch));
	scale<<<grid, block, 0, branch>>>(d_b, n, 10.0f);
	CHECK(cudaEventRecord(join, branch));
	CHECK(cudaStreamWaitEvent(main_stream, join, 0));
	add<<<grid, block, 0, main_stream>>>(d_out, d_a, d_b, n);
	CHECK(cudaMemcpyAsync(out, d_out, bytes, cudaMemcpyDeviceToHost, main_stream));
	cudaStreamCaptureStatus capturing;
	CHECK(cudaStreamIsCapturing(main_stream, &capturing));
	printf("capturing: %s\n", capturing == cudaStreamCaptureStatusActive ? "yes" : "no");
	CHECK(cudaStreamEndCapture(main_stream, &captured));
	size_t nodes = 0, roots = 0;
	CHECK(cudaGraphGetNodes(captured, NULL, &nodes));
	CHECK(cudaGraphGetRootNodes(captured, NULL, &roots));
	printf("captured: %zu nodes, %zu roots\n", nodes, roots);

	for (int i = 0; i < n; i++)
		out[i] = -1.0f;
	cudaGraphExec_t exec = instantiate(captured);
	CHECK(cudaStreamSynchronize(main_stream));
	printf("nothing ran yet: %s\n", out[7] == -1.0f ? "yes" : "no");
	CHECK(cudaGraphLaunch(exec, main_stream));
	CHECK(cudaStreamSynchronize(main_stream));
	wrong += report("captured", out, n, 2.0f, 10.0f);

	/* replayed: the host changes the input, the graph stays */
	for (int turn = 0; turn < 3; turn++) {
		for (int i = 0; i < n; i++)
			b[i] = (float)turn;
		CHECK(cudaGraphLaunch(exec, main_stream));
		CHECK(cudaStreamSynchronize(main_stream));
		wrong += report("replayed", out, n, 2.0f, 10.0f * turn);
	}

	/* explicit: kernel nodes and a copy, one of them updated afterwards */
	cudaGraph_t built;
	cudaGraphNode_t copy_in, scale_node, add_node, copy_out;
	CHECK(cudaGraphCreate(&built, 0));
	CHECK(cudaGraphAddMemcpyNode1D(&copy_in, built, NULL, 0, d_a, a, bytes, cudaMemcpyHostToDevice));
	float by = 3.0f;
	void *scale_args[] = { &d_a, &n, &by };
	cudaKernelNodeParams params = {};
	params.func = (void *)scale;
	params.gridDim = grid;
	params.blockDim = block;
	params.kernelParams = scale_args;
	CHECK(cudaGraphAddKernelNode(&scale_node, built, &copy_in, 1, &params));
	void *add_args[] = { &d_out, &d_a, &d_a, &n };
	params.func = (void *)add;
	params.kernelParams = add_args;
	CHECK(cudaGraphAddKernelNode(&add_node, built, &scale_node, 1, &params));
	CHECK(cudaGraphAddMemcpyNode1D(&copy_out, built, &add_node, 1, out, d_out, bytes, cudaMemcpyDeviceToHost));
	cudaGraphNodeType type;
	CHECK(cudaGraphNodeGetType(add_node, &type));
	printf("a kernel node: %s\n", type == cudaGraphNodeTypeKernel ? "yes" : "no");
	cudaGraphExec_t built_exec = instantiate(built);
	CHECK(cudaGraphLaunch(built_exec, main_stream));
	CHECK(cudaStreamSynchronize(main_stream));
	wrong += report("built", out, n, 6.0f, 0.0f);

	by = 5.0f;
	params.func = (void *)scale;
	params.kernelParams = scale_args;
	CHECK(cudaGraphExecKernelNodeSetParams(built_exec, scale_node, &params));
	CHECK(cudaGraphLaunch(built_exec, main_stream));
	CHECK(cudaStreamSynchronize(main_stream));
	wrong += report("one node changed", out, n, 10.0f, 0.0f);

	by = 0.5f;
	CHECK(cudaGraphKernelNodeSetParams(scale_node, &params));
#if CUDART_VERSION >= 12000
	cudaGraphExecUpdateResultInfo outcome;
	CHECK(cudaGraphExecUpdate(built_exec, built, &outcome));
	printf("whole update: %s\n", outcome.result == cudaGraphExecUpdateSuccess ? "success" : "failed");
#else
	printf("whole update: success\n");
#endif
	CHECK(cudaGraphLaunch(built_exec, main_stream));
	CHECK(cudaStreamSynchronize(main_stream));
	wrong += report("updated", out, n, 1.0f, 0.0f);

	CHECK(cudaGraphExecDestroy(exec));
	CHECK(cudaGraphExecDestroy(built_exec));
	CHECK(cudaGraphDestroy(captured));
	CHECK(cudaGraphDestroy(built));
	CHECK(cudaEventDestroy(fork));
	CHECK(cudaEventDestroy(join));
	CHECK(cudaStreamDestroy(branch));
	CHECK(cudaStreamDestroy(main_stream));
	CHECK(cudaFree(d_a));
	CHECK(cudaFree(d_b));
	CHECK(cudaFree(d_out));
	CHECK(cudaFreeHost(a));
	CHECK(cudaFreeHost(b));
	CHECK(cudaFreeHost(out));
	return wrong != 0;
}
