// prints: 2
// Two nodes of a graph write one buffer, one after the other; the program makes no stream.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int *x, int v) { x[threadIdx.x] = v; }

int main()
{
	int *x, one = 1, two = 2, h = 0;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaGraphNode_t a, b;
	cudaMalloc(&x, 128);
	cudaGraphCreate(&graph, 0);
	void *first[] = { &x, &one }, *second[] = { &x, &two };
	cudaKernelNodeParams p = {};
	p.func = (void *)fill;
	p.gridDim = dim3(1);
	p.blockDim = dim3(32);
	p.kernelParams = first;
	cudaGraphAddKernelNode(&a, graph, nullptr, 0, &p);
	p.kernelParams = second;
	cudaGraphAddKernelNode(&b, graph, &a, 1, &p);
	cudaGraphInstantiate(&exec, graph, 0);
	cudaGraphLaunch(exec, 0);
	cudaMemcpy(&h, x, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h);
	cudaGraphExecDestroy(exec);
	cudaGraphDestroy(graph);
	cudaFree(x);
	return 0;
}
