// Events as nodes of a graph: what it records, another stream waits for; what a stream records, it waits for.
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

#define N 256

__global__ void add(int *p, int v) { p[threadIdx.x] += v; }

int main()
{
	static int got[N], zero[N];
	int *p, one = 1, ten = 10, wrong = 0;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaGraphNode_t wait, kernel, record, second;
	cudaKernelNodeParams work;
	cudaEvent_t ready, done, other, asked;
	cudaStream_t a, b;

	CHECK(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
	CHECK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
	CHECK(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));
	CHECK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
	CHECK(cudaEventCreateWithFlags(&other, cudaEventDisableTiming));
	CHECK(cudaMalloc(&p, sizeof got));
	CHECK(cudaMemcpy(p, zero, sizeof zero, cudaMemcpyHostToDevice));
	CHECK(cudaGraphCreate(&graph, 0));
	CHECK(cudaGraphAddEventWaitNode(&wait, graph, NULL, 0, other));
	CHECK(cudaGraphEventWaitNodeSetEvent(wait, ready));
	CHECK(cudaGraphEventWaitNodeGetEvent(wait, &asked));
	void *arguments[] = { &p, &one };
	memset(&work, 0, sizeof work);
	work.func = (void *)add, work.gridDim = dim3(1), work.blockDim = dim3(N), work.kernelParams = arguments;
	CHECK(cudaGraphAddKernelNode(&kernel, graph, &wait, 1, &work));
	CHECK(cudaGraphAddEventRecordNode(&record, graph, &kernel, 1, other));
	CHECK(cudaGraphEventRecordNodeSetEvent(record, done));
	printf("waits for the event that was set: %d\n", asked == ready);
	CHECK(cudaGraphEventRecordNodeGetEvent(record, &asked));
	printf("records the event that was set: %d\n", asked == done);
	arguments[1] = &ten;
	CHECK(cudaGraphAddKernelNode(&second, graph, &record, 1, &work));
	CHECK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
	for (int round = 0; round < 2; round++) {
		add<<<1, N, 0, a>>>(p, 100);
		CHECK(cudaEventRecord(ready, a));
		CHECK(cudaGraphLaunch(exec, b));
		CHECK(cudaStreamWaitEvent(a, done, 0)); // the first kernel of the graph, not the second
		CHECK(cudaStreamSynchronize(b));
		CHECK(cudaStreamSynchronize(a));
	}
	CHECK(cudaGraphExecEventRecordNodeSetEvent(exec, record, other));
	CHECK(cudaGraphExecEventWaitNodeSetEvent(exec, wait, ready));
	CHECK(cudaGraphLaunch(exec, b));
	CHECK(cudaStreamWaitEvent(a, other, 0));
	CHECK(cudaStreamSynchronize(b));
	CHECK(cudaStreamSynchronize(a));
	CHECK(cudaMemcpy(got, p, sizeof got, cudaMemcpyDeviceToHost));
	for (int i = 0; i < N; i++)
		wrong += got[i] != 233;
	printf("%d wrong\n", wrong);
	CHECK(cudaGraphExecDestroy(exec));
	CHECK(cudaGraphDestroy(graph));
	CHECK(cudaEventDestroy(ready));
	CHECK(cudaEventDestroy(done));
	CHECK(cudaEventDestroy(other));
	CHECK(cudaStreamDestroy(a));
	CHECK(cudaStreamDestroy(b));
	CHECK(cudaFree(p));
	return 0;
}
