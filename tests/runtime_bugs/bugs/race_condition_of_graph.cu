// expect: stream-race
// The conditional node does not follow the kernel that sets its condition: an edge is missing.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void decide(cudaGraphConditionalHandle go, const int *x) { cudaGraphSetConditional(go, *x > 0); }
__global__ void add(int *sum) { *sum += 1; }

int main()
{
	int *x, one = 1, h = 0;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaGraphNode_t decided, node;
	cudaGraphConditionalHandle go;

	cudaMalloc(&x, 2 * sizeof *x);
	cudaMemcpy(x, &one, sizeof one, cudaMemcpyHostToDevice);
	cudaMemset(x + 1, 0, sizeof *x);
	cudaGraphCreate(&graph, 0);
	cudaGraphConditionalHandleCreate(&go, graph, 0, cudaGraphCondAssignDefault);
	int *sum = x + 1;
	void *first[] = { &go, &x }, *second[] = { &sum };
	cudaGraphNodeParams p = {};
	p.type = cudaGraphNodeTypeKernel;
	p.kernel.func = (void *)decide;
	p.kernel.gridDim = p.kernel.blockDim = dim3(1);
	p.kernel.kernelParams = first;
	cudaGraphAddNode(&decided, graph, nullptr, nullptr, 0, &p);
	cudaGraphNodeParams c = {};
	c.type = cudaGraphNodeTypeConditional;
	c.conditional.handle = go;
	c.conditional.type = cudaGraphCondTypeIf;
	c.conditional.size = 1;
	cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &c);
	p.kernel.func = (void *)add;
	p.kernel.kernelParams = second;
	cudaGraphAddNode(&node, c.conditional.phGraph_out[0], nullptr, nullptr, 0, &p);
	cudaGraphInstantiate(&exec, graph, 0);
	cudaGraphLaunch(exec, 0); // BUG
	cudaMemcpy(&h, x + 1, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h);
	cudaGraphExecDestroy(exec);
	cudaGraphDestroy(graph);
	cudaFree(x);
	return 0;
}
