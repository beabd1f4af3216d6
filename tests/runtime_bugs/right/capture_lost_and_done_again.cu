// prints: 7
// A capture is lost on purpose, noticed, and done again.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void set(int *x)
{
	*x = 7;
}

int main()
{
	int *x, *more = nullptr, h = 0;
	cudaStream_t s;
	cudaGraph_t graph = nullptr;
	cudaGraphExec_t exec;

	if (cudaMalloc(&x, sizeof *x) || cudaStreamCreate(&s))
		return 1;
	cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
	const bool refused = cudaMalloc(&more, 4) != cudaSuccess;
	cudaStreamEndCapture(s, &graph);
	(void)cudaGetLastError();
	if (!refused && cudaFree(more))
		return 1;
	if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
		return 1;
	set<<<1, 1, 0, s>>>(x);
	if (cudaStreamEndCapture(s, &graph) || cudaGraphInstantiate(&exec, graph, 0) || cudaGraphLaunch(exec, s) || cudaStreamSynchronize(s))
		return 1;
	if (cudaGraphExecDestroy(exec) || cudaGraphDestroy(graph) || cudaMemcpy(&h, x, sizeof h, cudaMemcpyDeviceToHost))
		return 1;
	printf("%d\n", h);
	return cudaFree(x) || cudaStreamDestroy(s);
}
