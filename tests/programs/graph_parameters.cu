// A graph whose nodes get other parameters: before it is instantiated, and in the executable; what they have is asked.
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

#define N 512

__device__ int table[N];

__global__ void multiply(int *out, int by) { out[blockIdx.x * blockDim.x + threadIdx.x] *= by; }
__global__ void add_table(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] += table[blockIdx.x * blockDim.x + threadIdx.x]; }

static void tell(void *what) { printf("%s\n", (const char *)what); }

static int first[N], second[N], got[N], echo[N];

static int wrong(const int *in, int fill, int by)
{
	int count = 0;

	for (int i = 0; i < N; i++)
		count += got[i] != fill * by + in[i] || echo[i] != in[i];
	return count;
}

int main()
{
	int *data, by = 3;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaGraphNode_t set, kernel, load, sum, store, back, host;
	cudaMemsetParams clear, asked;
	cudaKernelNodeParams work;
	cudaHostNodeParams call, called;
	cudaMemcpy3DParms copy;
	cudaStream_t stream;

	for (int i = 0; i < N; i++)
		first[i] = i, second[i] = 1000 - i;
	CHECK(cudaStreamCreate(&stream));
	CHECK(cudaMalloc(&data, sizeof got));
	CHECK(cudaGraphCreate(&graph, 0));
	memset(&clear, 0, sizeof clear);
	clear.dst = data, clear.elementSize = 4, clear.width = N, clear.height = 1, clear.value = 5;
	CHECK(cudaGraphAddMemsetNode(&set, graph, NULL, 0, &clear));
	void *arguments[] = { &data, &by };
	memset(&work, 0, sizeof work);
	work.func = (void *)multiply, work.gridDim = dim3(N / 128), work.blockDim = dim3(128), work.kernelParams = arguments;
	CHECK(cudaGraphAddKernelNode(&kernel, graph, &set, 1, &work));
	CHECK(cudaGraphAddMemcpyNodeToSymbol(&load, graph, &kernel, 1, table, first, sizeof first, 0, cudaMemcpyHostToDevice));
	void *only[] = { &data };
	work.func = (void *)add_table, work.kernelParams = only;
	CHECK(cudaGraphAddKernelNode(&sum, graph, &load, 1, &work));
	CHECK(cudaGraphAddMemcpyNode1D(&store, graph, &sum, 1, got, data, sizeof got, cudaMemcpyDeviceToHost));
	CHECK(cudaGraphAddMemcpyNodeFromSymbol(&back, graph, &store, 1, echo, table, sizeof echo, 0, cudaMemcpyDeviceToHost));
	call.fn = tell, call.userData = (void *)"first";
	CHECK(cudaGraphAddHostNode(&host, graph, &back, 1, &call));
	CHECK(cudaGraphMemsetNodeGetParams(set, &asked));
	CHECK(cudaGraphHostNodeGetParams(host, &called));
	CHECK(cudaGraphMemcpyNodeGetParams(store, &copy));
	printf("value %u, the same function %d, to the host %d\n", asked.value, called.fn == tell, copy.dstPtr.ptr == got);
	CHECK(cudaGraphInstantiate(&exec, graph, 0));
	CHECK(cudaGraphLaunch(exec, stream));
	CHECK(cudaStreamSynchronize(stream));
	printf("%d wrong\n", wrong(first, 5, 3));

	// In the executable.
	clear.value = 11;
	CHECK(cudaGraphExecMemsetNodeSetParams(exec, set, &clear));
	CHECK(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, load, table, second, sizeof second, 0, cudaMemcpyHostToDevice));
	CHECK(cudaGraphExecMemcpyNodeSetParams1D(exec, store, got, data, sizeof got, cudaMemcpyDeviceToHost));
	CHECK(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, back, echo, table, sizeof echo, 0, cudaMemcpyDeviceToHost));
	call.userData = (void *)"second";
	CHECK(cudaGraphExecHostNodeSetParams(exec, host, &call));
	by = 4;
	work.func = (void *)multiply, work.kernelParams = arguments;
	CHECK(cudaGraphExecKernelNodeSetParams(exec, kernel, &work));
	CHECK(cudaGraphLaunch(exec, stream));
	CHECK(cudaStreamSynchronize(stream));
	printf("%d wrong\n", wrong(second, 11, 4));
	CHECK(cudaGraphExecDestroy(exec));

	// In the graph, which still has the old ones.
	clear.value = 2;
	CHECK(cudaGraphMemsetNodeSetParams(set, &clear));
	CHECK(cudaGraphMemcpyNodeSetParamsToSymbol(load, table, second, sizeof second, 0, cudaMemcpyHostToDevice));
	CHECK(cudaGraphMemcpyNodeSetParams1D(store, got, data, sizeof got, cudaMemcpyDeviceToHost));
	CHECK(cudaGraphMemcpyNodeSetParamsFromSymbol(back, echo, table, sizeof echo, 0, cudaMemcpyDeviceToHost));
	call.userData = (void *)"third";
	CHECK(cudaGraphHostNodeSetParams(host, &call));
	CHECK(cudaGraphInstantiate(&exec, graph, 0));
	CHECK(cudaGraphLaunch(exec, stream));
	CHECK(cudaStreamSynchronize(stream));
	printf("%d wrong\n", wrong(second, 2, 3));
	CHECK(cudaGraphExecDestroy(exec));
	CHECK(cudaGraphDestroy(graph));
	CHECK(cudaFree(data));
	CHECK(cudaStreamDestroy(stream));
	return 0;
}
