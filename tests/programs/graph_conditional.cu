// Conditional nodes: a loop that a kernel ends, if with else, switch, one inside another; updates of executable graphs, kernels'
// attributes, user objects. A GPU needs a driver of CUDA 12.8 for else and switch.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		cudaError_t error = (call); \
		if (error != cudaSuccess) { \
			printf("line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
			exit(1); \
		} \
	} while (0)

/* One step of Newton's method; the loop goes on while it moves. */
__global__ void step(cudaGraphConditionalHandle more, double *x, double of, int *steps)
{
	double next = 0.5 * (*x + of / *x);

	cudaGraphSetConditional(more, fabs(next - *x) > 1e-12);
	*x = next;
	++*steps;
}

__global__ void choose(cudaGraphConditionalHandle which, const int *n, int many)
{
	cudaGraphSetConditional(which, *n % many);
}

__global__ void note(int *to, int what)
{
	*to = *to * 10 + what;
}

static cudaGraphNode_t add_kernel(cudaGraph_t graph, const cudaGraphNode_t *before, void *function, void **args)
{
	cudaGraphNodeParams p = {};
	cudaGraphNode_t node;

	p.type = cudaGraphNodeTypeKernel;
	p.kernel.func = function;
	p.kernel.gridDim = p.kernel.blockDim = dim3(1);
	p.kernel.kernelParams = args;
	CHECK(cudaGraphAddNode(&node, graph, before, NULL, before != NULL, &p));
	return node;
}

static cudaGraphNode_t add_conditional(cudaGraph_t graph, const cudaGraphNode_t *before, cudaGraphConditionalHandle handle,
				       cudaGraphConditionalNodeType type, unsigned size, cudaGraph_t *bodies)
{
	cudaGraphNodeParams p = {};
	cudaGraphNode_t node;

	p.type = cudaGraphNodeTypeConditional;
	p.conditional.handle = handle;
	p.conditional.type = type;
	p.conditional.size = size;
	CHECK(cudaGraphAddNode(&node, graph, before, NULL, before != NULL, &p));
	for (unsigned i = 0; i < size; i++)
		bodies[i] = p.conditional.phGraph_out[i];
	return node;
}

static void loop(cudaStream_t stream)
{
	cudaGraph_t graph, body;
	cudaGraphExec_t exec;
	cudaGraphConditionalHandle more;
	double *x, of = 2;
	int *steps;

	CHECK(cudaMallocManaged(&x, sizeof *x));
	CHECK(cudaMallocManaged(&steps, sizeof *steps));
	CHECK(cudaGraphCreate(&graph, 0));
	CHECK(cudaGraphConditionalHandleCreate(&more, graph, 1, cudaGraphCondAssignDefault));
	add_conditional(graph, NULL, more, cudaGraphCondTypeWhile, 1, &body);
	void *args[] = { &more, &x, &of, &steps };
	cudaGraphNode_t stepped = add_kernel(body, NULL, (void *)step, args);
	CHECK(cudaGraphInstantiate(&exec, graph, 0));
	for (int round = 0; round < 2; round++) {
		*x = 1;
		*steps = 0;
		CHECK(cudaGraphLaunch(exec, stream));
		CHECK(cudaStreamSynchronize(stream));
		printf("root of %g: %.12f in %d steps\n", of, *x, *steps);
	}

	/* Another number, by an update of the whole graph. */
	cudaKernelNodeParams k;
	cudaGraphExecUpdateResultInfo result;
	CHECK(cudaGraphKernelNodeGetParams(stepped, &k));
	of = 10;
	k.kernelParams = args;
	CHECK(cudaGraphKernelNodeSetParams(stepped, &k));
	CHECK(cudaGraphExecUpdate(exec, graph, &result));
	*x = 1;
	*steps = 0;
	CHECK(cudaGraphLaunch(exec, stream));
	CHECK(cudaStreamSynchronize(stream));
	printf("root of %g: %.12f in %d steps\n", of, *x, *steps);
	CHECK(cudaGraphExecDestroy(exec));
	CHECK(cudaGraphDestroy(graph));
	CHECK(cudaFree(x));
	CHECK(cudaFree(steps));
}

/* By *n: 0, 1, 2 of a switch with two bodies; in its second body an if with else. */
static void branches(cudaStream_t stream)
{
	cudaGraph_t graph, cases[2], sides[2];
	cudaGraphExec_t exec;
	cudaGraphConditionalHandle which, odd;
	int *n, *to, three = 3, two = 2, what[] = { 1, 2, 3, 4 };

	CHECK(cudaMallocManaged(&n, sizeof *n));
	CHECK(cudaMallocManaged(&to, sizeof *to));
	CHECK(cudaGraphCreate(&graph, 0));
	CHECK(cudaGraphConditionalHandleCreate(&which, graph));
	CHECK(cudaGraphConditionalHandleCreate(&odd, graph));
	void *by_three[] = { &which, &n, &three }, *by_two[] = { &odd, &n, &two };
	cudaGraphNode_t chosen = add_kernel(graph, NULL, (void *)choose, by_three);
	cudaGraphNode_t switched = add_conditional(graph, &chosen, which, cudaGraphCondTypeSwitch, 2, cases);
	void *args[4][2];
	for (int i = 0; i < 4; i++) {
		args[i][0] = &to;
		args[i][1] = &what[i];
	}
	add_kernel(cases[0], NULL, (void *)note, args[0]);
	cudaGraphNode_t parity = add_kernel(cases[1], NULL, (void *)choose, by_two);
	add_conditional(cases[1], &parity, odd, cudaGraphCondTypeIf, 2, sides);
	add_kernel(sides[0], NULL, (void *)note, args[1]);
	add_kernel(sides[1], NULL, (void *)note, args[2]);
	add_kernel(graph, &switched, (void *)note, args[3]);
	CHECK(cudaGraphInstantiate(&exec, graph, 0));
	for (*n = 0; *n < 6; ++*n) {
		*to = 0;
		CHECK(cudaGraphLaunch(exec, stream));
		CHECK(cudaStreamSynchronize(stream));
		printf("%d: %d\n", *n, *to);
	}
	CHECK(cudaGraphExecDestroy(exec));
	CHECK(cudaGraphDestroy(graph));
	CHECK(cudaFree(n));
	CHECK(cudaFree(to));
}

__device__ int variable;

/* A child graph, and a copy from a variable, replaced in the executable graph. */
static void updates(cudaStream_t stream)
{
	cudaGraph_t graph, child, other;
	cudaGraphNode_t inner, copied;
	cudaGraphExec_t exec;
	int *to, five = 5, six = 6, seven = 7, back[2] = { 0, 0 };

	CHECK(cudaMalloc(&to, sizeof *to));
	CHECK(cudaMemcpyToSymbol(variable, &seven, sizeof seven));
	CHECK(cudaGraphCreate(&graph, 0));
	CHECK(cudaGraphCreate(&child, 0));
	CHECK(cudaGraphCreate(&other, 0));
	void *with_five[] = { &to, &five }, *with_six[] = { &to, &six };
	add_kernel(child, NULL, (void *)note, with_five);
	add_kernel(other, NULL, (void *)note, with_six);
	CHECK(cudaGraphAddChildGraphNode(&inner, graph, NULL, 0, child));
	CHECK(cudaGraphAddMemcpyNodeFromSymbol(&copied, graph, NULL, 0, &back[0], variable, sizeof(int), 0, cudaMemcpyDeviceToHost));
	CHECK(cudaGraphInstantiate(&exec, graph, 0));
	CHECK(cudaMemset(to, 0, sizeof *to));
	CHECK(cudaGraphLaunch(exec, stream));
	CHECK(cudaStreamSynchronize(stream));
	CHECK(cudaGraphExecChildGraphNodeSetParams(exec, inner, other));
	CHECK(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, copied, &back[1], variable, sizeof(int), 0, cudaMemcpyDeviceToHost));
	CHECK(cudaGraphLaunch(exec, stream));
	CHECK(cudaStreamSynchronize(stream));
	CHECK(cudaMemcpy(&five, to, sizeof five, cudaMemcpyDeviceToHost));
	printf("updated: %d, %d %d\n", five, back[0], back[1]);
	CHECK(cudaGraphExecDestroy(exec));
	CHECK(cudaGraphDestroy(graph));
	CHECK(cudaGraphDestroy(child));
	CHECK(cudaGraphDestroy(other));
	CHECK(cudaFree(to));
}

static void gone(void *what) { printf("the %s is gone\n", (const char *)what); }

static void objects(void)
{
	cudaGraph_t graph;
	cudaUserObject_t object;
	char name[] = "table";

	CHECK(cudaGraphCreate(&graph, 0));
	CHECK(cudaUserObjectCreate(&object, name, gone, 1, cudaUserObjectNoDestructorSync));
	CHECK(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
	printf("the graph keeps it\n");
	CHECK(cudaGraphDestroy(graph));
}

int main()
{
	cudaStream_t stream;

	CHECK(cudaStreamCreate(&stream));
	loop(stream);
	branches(stream);
	updates(stream);
	objects();
	CHECK(cudaStreamDestroy(stream));
	return 0;
}
