// expect: hang
// No kernel of the body ever sets the condition to 0.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void add(int *sum, cudaGraphConditionalHandle more) { cudaGraphSetConditional(more, (*sum += 1) > 0); *sum = 1; }

int main()
{
	int *sum, h = 0;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaGraphNode_t node;
	cudaGraphConditionalHandle more;

	cudaMalloc(&sum, sizeof *sum);
	cudaMemset(sum, 0, sizeof *sum);
	cudaGraphCreate(&graph, 0);
	cudaGraphConditionalHandleCreate(&more, graph, 1, cudaGraphCondAssignDefault);
	cudaGraphNodeParams c = {};
	c.type = cudaGraphNodeTypeConditional;
	c.conditional.handle = more;
	c.conditional.type = cudaGraphCondTypeWhile;
	c.conditional.size = 1;
	cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &c);
	void *arguments[] = { &sum, &more };
	cudaGraphNodeParams p = {};
	p.type = cudaGraphNodeTypeKernel;
	p.kernel.func = (void *)add;
	p.kernel.gridDim = p.kernel.blockDim = dim3(1);
	p.kernel.kernelParams = arguments;
	cudaGraphAddNode(&node, c.conditional.phGraph_out[0], nullptr, nullptr, 0, &p);
	cudaGraphInstantiate(&exec, graph, 0);
	cudaGraphLaunch(exec, 0); // BUG
	if (cudaMemcpy(&h, sum, sizeof h, cudaMemcpyDeviceToHost) == cudaSuccess)
		printf("%d\n", h);
	return 0;
}
