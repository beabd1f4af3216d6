// Square roots by Newton's method in a while node with an if inside of it, and a switch that picks the last step.
#include <cstdio>
#include <cmath>
#include <cuda_runtime.h>
#define CHECK(x) \
	do { \
		cudaError_t e_ = (x); \
		if (e_ != cudaSuccess) \
			printf("%s: %s\n", #x, cudaGetErrorName(e_)); \
	} while (0)

__global__ void step(double *x, double a, int *rounds, cudaGraphConditionalHandle loop, cudaGraphConditionalHandle every)
{
	double next = 0.5 * (*x + a / *x);
	bool on = fabs(next - *x) > 1e-12;
	*x = next;
	*rounds += 1;
	cudaGraphSetConditional(loop, on);
	cudaGraphSetConditional(every, *rounds % 2 == 0);
}

__global__ void even(int *n)
{
	*n += 1;
}

__global__ void choose(const int *rounds, cudaGraphConditionalHandle which)
{
	cudaGraphSetConditional(which, *rounds % 3);
}

__global__ void scale(double *x, double by)
{
	*x *= by;
}

static cudaGraphNode_t kernel(cudaGraph_t g, const cudaGraphNode_t *after, size_t n, void *f, void **args)
{
	cudaGraphNode_t node;
	cudaGraphNodeParams p = {};
	p.type = cudaGraphNodeTypeKernel;
	p.kernel.func = f;
	p.kernel.gridDim = dim3(1);
	p.kernel.blockDim = dim3(1);
	p.kernel.kernelParams = args;
	CHECK(cudaGraphAddNode(&node, g, after, NULL, n, &p));
	return node;
}

int main()
{
	double *x, h = 3, a = 2;
	int *counts, hc[2];
	cudaGraph_t g;
	cudaGraphExec_t exec;
	CHECK(cudaMalloc(&x, sizeof h));
	CHECK(cudaMalloc(&counts, sizeof hc));
	CHECK(cudaMemcpy(x, &h, sizeof h, cudaMemcpyHostToDevice));
	CHECK(cudaMemset(counts, 0, sizeof hc));
	CHECK(cudaGraphCreate(&g, 0));
	cudaGraphConditionalHandle loop, every, which;
	CHECK(cudaGraphConditionalHandleCreate(&loop, g, 1, cudaGraphCondAssignDefault));
	cudaGraphNodeParams wp = {};
	wp.type = cudaGraphNodeTypeConditional;
	wp.conditional.handle = loop;
	wp.conditional.type = cudaGraphCondTypeWhile;
	wp.conditional.size = 1;
	cudaGraphNode_t w;
	CHECK(cudaGraphAddNode(&w, g, NULL, NULL, 0, &wp));
	cudaGraph_t body = wp.conditional.phGraph_out[0];
	CHECK(cudaGraphConditionalHandleCreate(&every, body, 0, cudaGraphCondAssignDefault));
	int *rounds = counts, *evens = counts + 1;
	void *sa[] = {&x, &a, &rounds, &loop, &every};
	cudaGraphNode_t st = kernel(body, NULL, 0, (void *)step, sa);
	cudaGraphNodeParams ip = {};
	ip.type = cudaGraphNodeTypeConditional;
	ip.conditional.handle = every;
	ip.conditional.type = cudaGraphCondTypeIf;
	ip.conditional.size = 1;
	cudaGraphNode_t iff;
	CHECK(cudaGraphAddNode(&iff, body, &st, NULL, 1, &ip));
	void *ea[] = {&evens};
	kernel(ip.conditional.phGraph_out[0], NULL, 0, (void *)even, ea);
	CHECK(cudaGraphConditionalHandleCreate(&which, g, 0, cudaGraphCondAssignDefault));
	void *ca[] = {&rounds, &which};
	cudaGraphNode_t ch = kernel(g, &w, 1, (void *)choose, ca);
	cudaGraphNodeParams sp = {};
	sp.type = cudaGraphNodeTypeConditional;
	sp.conditional.handle = which;
	sp.conditional.type = cudaGraphCondTypeSwitch;
	sp.conditional.size = 3;
	cudaGraphNode_t sw;
	CHECK(cudaGraphAddNode(&sw, g, &ch, NULL, 1, &sp));
	for (int i = 0; i < 3; i++) {
		double by = pow(10, i);
		void *ma[] = {&x, &by};
		kernel(sp.conditional.phGraph_out[i], NULL, 0, (void *)scale, ma);
	}
	CHECK(cudaGraphInstantiate(&exec, g, 0));
	CHECK(cudaGraphLaunch(exec, 0));
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(&h, x, sizeof h, cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(hc, counts, sizeof hc, cudaMemcpyDeviceToHost));
	printf("%d rounds, %d of them even, %.9f\n", hc[0], hc[1], h);
	CHECK(cudaGraphExecDestroy(exec));
	CHECK(cudaGraphDestroy(g));
	cudaFree(x);
	cudaFree(counts);
}
