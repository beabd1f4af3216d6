// Capture into a graph that has nodes already, with dependencies changed on the way, and an object of the host that the graph owns.
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

#define N 128

__global__ void add(int *p, int v) { p[threadIdx.x] += v; }
__global__ void twice(int *p) { p[threadIdx.x] *= 2; }

static void destroyed(void *what) { printf("%s is destroyed\n", (const char *)what); }

int main()
{
	static int got[N];
	int *p, *q, wrong = 0, three = 3;
	cudaGraph_t graph, captured;
	cudaGraphExec_t exec;
	cudaGraphNode_t first, clear;
	cudaKernelNodeParams work;
	cudaMemsetParams set;
	cudaStream_t stream;
	cudaStreamCaptureStatus status;
	cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
	cudaGraphInstantiateParams how;
	cudaUserObject_t object;
	unsigned long long id = 0, flags = 9;
	const cudaGraphNode_t *last;
	size_t n = 0, nodes = 0;

	CHECK(cudaStreamCreate(&stream));
	CHECK(cudaMalloc(&p, sizeof got));
	CHECK(cudaMalloc(&q, sizeof got));
	CHECK(cudaMemset(p, 0, sizeof got));
	CHECK(cudaGraphCreate(&graph, 0));
	void *arguments[] = { &p, &three };
	memset(&work, 0, sizeof work);
	work.func = (void *)add, work.gridDim = dim3(1), work.blockDim = dim3(N), work.kernelParams = arguments;
	CHECK(cudaGraphAddKernelNode(&first, graph, NULL, 0, &work));
	CHECK(cudaThreadExchangeStreamCaptureMode(&mode));
	CHECK(cudaStreamBeginCaptureToGraph(stream, graph, &first, NULL, 1, cudaStreamCaptureModeRelaxed));
	twice<<<1, N, 0, stream>>>(p);
	CHECK(cudaStreamGetCaptureInfo(stream, &status, &id, &captured, &last, NULL, &n));
	printf("capturing %d into the graph %d, after %zu node\n", status == cudaStreamCaptureStatusActive, captured == graph, n);
	memset(&set, 0, sizeof set);
	set.dst = q, set.elementSize = 4, set.width = N, set.height = 1, set.value = 1;
	CHECK(cudaGraphAddMemsetNode(&clear, graph, NULL, 0, &set));
	CHECK(cudaStreamUpdateCaptureDependencies(stream, &clear, NULL, 1, cudaStreamAddCaptureDependencies));
	add<<<1, N, 0, stream>>>(p, 5);
	CHECK(cudaStreamEndCapture(stream, &captured));
	CHECK(cudaThreadExchangeStreamCaptureMode(&mode));
	CHECK(cudaGraphGetNodes(graph, NULL, &nodes));
	printf("%zu nodes\n", nodes);
	CHECK(cudaUserObjectCreate(&object, (void *)"the object", destroyed, 1, cudaUserObjectNoDestructorSync));
	CHECK(cudaUserObjectRetain(object, 1));
	CHECK(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
	CHECK(cudaUserObjectRelease(object, 1));
	memset(&how, 0, sizeof how);
	CHECK(cudaGraphInstantiateWithParams(&exec, graph, &how));
	CHECK(cudaGraphExecGetFlags(exec, &flags));
	printf("instantiated %d with flags %llu\n", how.result_out == cudaGraphInstantiateSuccess, flags);
	CHECK(cudaGraphLaunch(exec, stream));
	CHECK(cudaStreamSynchronize(stream));
	CHECK(cudaMemcpy(got, p, sizeof got, cudaMemcpyDeviceToHost));
	for (int i = 0; i < N; i++)
		wrong += got[i] != 11;
	printf("%d wrong\n", wrong);
	CHECK(cudaGraphExecDestroy(exec));
	CHECK(cudaStreamBeginCaptureToGraph(stream, graph, NULL, NULL, 0, cudaStreamCaptureModeRelaxed));
	twice<<<1, N, 0, stream>>>(q);
	CHECK(cudaStreamEndCapture(stream, NULL)); // the graph is known
	CHECK(cudaGraphGetNodes(graph, NULL, &nodes));
	printf("%zu nodes\n", nodes);
	CHECK(cudaGraphReleaseUserObject(graph, object, 1));
	CHECK(cudaGraphDestroy(graph));
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaStreamDestroy(stream));
	CHECK(cudaFree(p));
	CHECK(cudaFree(q));
	return 0;
}
