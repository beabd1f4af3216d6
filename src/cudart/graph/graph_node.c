/* graph_node.c - the types of nodes: creates, queries and changes them, in a graph and in an executable one. */
#include "config.h"

#include "cudart/graph/graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "cudart/streams/callback.h"
#include "cudart/memory/copy.h"
#include "cudart/streams/event.h"
#include "cudart/image.h"
#include "cudart/launch/launch.h"
#include "cudart/memory/memory.h"

/* ---- templates --------------------------------------------------------------------------------- */

cudaError_t node_kernel_work(const struct call *call, const struct cudaKernelNodeParams *p, struct op **work)
{
	const struct launch_shape shape = { .grid = p->gridDim, .block = p->blockDim, .shared = p->sharedMemBytes };
	struct function *f = function_find(p->func);
	struct kernel_op *k;
	cudaError_t error;

	if (!f)
		return cudaErrorInvalidDeviceFunction;
	if (!p->kernelParams && p->extra)
		return cudaErrorNotSupported;
	error = launch_make(call, f, &shape, p->kernelParams, false, thread_state()->device, &k);
	*work = k ? &k->op : NULL;
	return error;
}

cudaError_t node_copy_work(const struct call *call, const struct cudaMemcpy3DParms *p, struct op **work)
{
	struct copy_op *c;
	cudaError_t error = copy_make_box(call, p, &c);

	*work = c ? &c->op : NULL;
	return error;
}

cudaError_t node_fill_work(const struct call *call, const struct cudaMemsetParams *p, struct op **work)
{
	const struct copy_side to = { (uintptr_t)p->dst, p->pitch, p->pitch * p->height };
	struct fill_op *f;
	cudaError_t error;

	if (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4)
		return cudaErrorInvalidValue;
	error = fill_make(call, &to, p->value, p->elementSize, p->width * p->elementSize, p->height, 1, &f);
	*work = f ? &f->op : NULL;
	return error;
}

cudaError_t node_host_work(const struct call *call, const struct cudaHostNodeParams *p, struct op **work)
{
	struct callback_op *c = p->fn ? callback_make(call, p->fn, p->userData) : NULL;

	*work = c ? &c->op : NULL;
	return c ? cudaSuccess : p->fn ? cudaErrorMemoryAllocation : cudaErrorInvalidValue;
}

bool node_keep_values(struct node *n, const void *values, size_t bytes)
{
	void *copy = malloc(bytes);

	if (!copy)
		return false;
	memcpy(copy, values, bytes);
	free(n->values);
	n->values = copy;
	n->values_bytes = bytes;
	return true;
}

void node_set_work(struct node *n, struct op *work)
{
	vm_assert(!work || (!work->number && !work->done)); /* a template: its copies run */
	op_drop(n->work);
	n->work = work;
	free(n->params);
	n->params = NULL;
}

/* ---- adding ------------------------------------------------------------------------------------ */

/* Makes the node of a template; either may already have failed. */
static cudaError_t add(const struct call *call, cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
		       size_t count, enum cudaGraphNodeType type, struct op *work, struct node **made)
{
	struct graph *g = graph_find(call, graph);
	struct node *n;

	if (made)
		*made = NULL;
	if (!g || !node || (count && !before)) {
		op_drop(work);
		return cudaErrorInvalidValue;
	}
	n = node_add(g, type, work, (struct node *const *)before, count);
	*node = (cudaGraphNode_t)n;
	if (made)
		*made = n;
	return n ? cudaSuccess : cudaErrorInvalidValue;
}

#define ADD_CALL(name, type, params_type, make) \
cudaError_t cudaGraphAdd##name##Node(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count, \
				     const struct params_type *params) \
{ \
	struct call call = CALL_ENTER_OR_RETURN; \
	struct op *work = NULL; \
	cudaError_t error = params ? make(&call, params, &work) : cudaErrorInvalidValue; \
 \
	return call_leave(&call, error == cudaSuccess ? \
			  add(&call, node, graph, before, count, cudaGraphNodeType##type, work, NULL) : error); \
}

ADD_CALL(Kernel, Kernel, cudaKernelNodeParams, node_kernel_work)
ADD_CALL(Memcpy, Memcpy, cudaMemcpy3DParms, node_copy_work)
ADD_CALL(Memset, Memset, cudaMemsetParams, node_fill_work)
ADD_CALL(Host, Host, cudaHostNodeParams, node_host_work)

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count)
	CALL_BODY(add(&call, node, graph, before, count, cudaGraphNodeTypeEmpty, NULL, NULL))

static cudaError_t add_event(const struct call *call, cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
			     size_t count, enum cudaGraphNodeType type, cudaEvent_t event)
{
	struct event *e = event_find(call, event);
	struct node *n;
	cudaError_t error = e ? add(call, node, graph, before, count, type, NULL, &n) : cudaErrorInvalidResourceHandle;

	vm_assert(error != cudaSuccess || (n && !n->event));
	if (error == cudaSuccess)
		n->event = e;
	return error;
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count,
					cudaEvent_t event)
	CALL_BODY(add_event(&call, node, graph, before, count, cudaGraphNodeTypeEventRecord, event))

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count,
				      cudaEvent_t event)
	CALL_BODY(add_event(&call, node, graph, before, count, cudaGraphNodeTypeWaitEvent, event))

static cudaError_t add_child(const struct call *call, cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
			     size_t count, cudaGraph_t child)
{
	struct graph *inner = graph_find(call, child), *copy;
	struct node *n;
	cudaError_t error;
	bool cycle;

	if (!inner || child == graph)
		return cudaErrorInvalidValue;
	copy = graph_copy(inner, &cycle);
	if (!copy)
		return cycle ? cudaErrorInvalidValue : cudaErrorMemoryAllocation;
	error = add(call, node, graph, before, count, cudaGraphNodeTypeGraph, NULL, &n);
	if (error != cudaSuccess) {
		graph_free(copy);
		return error;
	}
	copy->is_inner = true;
	n->child = copy;
	return cudaSuccess;
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count,
				       cudaGraph_t child)
	CALL_BODY(add_child(&call, node, graph, before, count, child))

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *graph)
	CALL_ANSWER(struct node *n = node_find(&call, node), !n || !graph || n->type != cudaGraphNodeTypeGraph,
		    *graph = (cudaGraph_t)n->child)

/* ---- one-dimensional copies, and those of variables ------------------------------------------------ */

static cudaError_t line_work(const struct call *call, void *to, const void *from, size_t size, enum cudaMemcpyKind kind,
			     struct op **work)
{
	const struct copy_side there = { (uintptr_t)to, size, size }, here = { (uintptr_t)from, size, size };
	struct copy_op *c;
	cudaError_t error = copy_make(call, &there, &here, size, 1, 1, kind, &c);

	*work = c ? &c->op : NULL;
	return error;
}

/* To or from a variable: an address of the current device. */
static cudaError_t symbol_work(const struct call *call, void *to, const void *from, const void *symbol, size_t size,
			       size_t offset, enum cudaMemcpyKind kind, struct op **work)
{
	struct symbol *s = symbol_find(symbol);
	uint64_t addr;
	cudaError_t error;

	if (!s || offset > s->bytes || size > s->bytes - offset)
		return s ? cudaErrorInvalidValue : cudaErrorInvalidSymbol;
	error = symbol_place(call, s, thread_state()->device, &addr);
	if (error != cudaSuccess)
		return error;
	return line_work(call, to ? to : (void *)(uintptr_t)(addr + offset),
			 from ? from : (const void *)(uintptr_t)(addr + offset), size, kind, work);
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count,
				     void *to, const void *from, size_t size, enum cudaMemcpyKind kind)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct op *work = NULL;
	cudaError_t error = line_work(&call, to, from, size, kind, &work);

	return call_leave(&call, error == cudaSuccess ?
			  add(&call, node, graph, before, count, cudaGraphNodeTypeMemcpy, work, NULL) : error);
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count,
					   const void *symbol, const void *from, size_t size, size_t offset,
					   enum cudaMemcpyKind kind)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct op *work = NULL;
	cudaError_t error = symbol_work(&call, NULL, from, symbol, size, offset, kind, &work);

	return call_leave(&call, error == cudaSuccess ?
			  add(&call, node, graph, before, count, cudaGraphNodeTypeMemcpy, work, NULL) : error);
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
					     size_t count, void *to, const void *symbol, size_t size, size_t offset,
					     enum cudaMemcpyKind kind)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct op *work = NULL;
	cudaError_t error = symbol_work(&call, to, NULL, symbol, size, offset, kind, &work);

	return call_leave(&call, error == cudaSuccess ?
			  add(&call, node, graph, before, count, cudaGraphNodeTypeMemcpy, work, NULL) : error);
}

/* ---- memory that a graph owns ------------------------------------------------------------------------- */

/*
 * The address is fixed when the node is made, as with CUDA; here the memory exists from then on, until the graph's
 * free node has run and the graph is destroyed.
 */
static cudaError_t add_alloc(const struct call *call, cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
			     size_t count, struct cudaMemAllocNodeParams *params)
{
	uint64_t addr = 0;
	struct node *n;
	cudaError_t error;

	if (!params || !params->bytesize)
		return cudaErrorInvalidValue;
	error = memory_alloc(call, thread_state()->device, params->bytesize, 0, &addr);
	if (error == cudaSuccess) {
		memory_find(addr)->graph_allocs = true;
		error = add(call, node, graph, before, count, cudaGraphNodeTypeMemAlloc, NULL, &n);
	}
	if (error != cudaSuccess)
		return error;
	n->memory = addr;
	n->bytes = params->bytesize;
	params->dptr = (void *)(uintptr_t)addr;
	return cudaSuccess;
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count,
				     struct cudaMemAllocNodeParams *params)
	CALL_BODY(add_alloc(&call, node, graph, before, count, params))

static cudaError_t add_free(const struct call *call, cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
			    size_t count, void *memory)
{
	struct memory *m = memory_find((uintptr_t)memory);
	struct node *n;
	cudaError_t error = add(call, node, graph, before, count, cudaGraphNodeTypeMemFree, NULL, &n);

	if (error != cudaSuccess)
		return error;
	n->memory = (uintptr_t)memory;
	if (m)
		m->graph_frees = true;
	return cudaSuccess;
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count,
				    void *memory)
	CALL_BODY(add_free(&call, node, graph, before, count, memory))

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, struct cudaMemAllocNodeParams *params)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct node *n = node_find(&call, node);

	if (!n || !params || n->type != cudaGraphNodeTypeMemAlloc)
		return call_leave(&call, cudaErrorInvalidValue);
	memset(params, 0, sizeof *params);
	params->bytesize = n->bytes;
	params->dptr = (void *)(uintptr_t)n->memory;
	return call_leave(&call, cudaSuccess);
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *memory)
	CALL_ANSWER(struct node *n = node_find(&call, node),
		    !n || !memory || n->type != cudaGraphNodeTypeMemFree, *(void **)memory = (void *)(uintptr_t)n->memory)

/* ---- querying ------------------------------------------------------------------------------------------ */

/* The addresses of the parameters in the template, in the form that cudaLaunchKernel takes; the node keeps the list. */
static bool kernel_params(struct node *n, struct kernel_op *k)
{
	size_t count;
	const size_t *offsets;

	if (n->params)
		return true;
	offsets = function_params(k->function, &count);
	n->params = calloc(count + 1, sizeof *n->params);
	for (size_t i = 0; n->params && i < count; i++)
		n->params[i] = k->params + offsets[i];
	return n->params;
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *params)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct node *n = node_find(&call, node);
	struct kernel_op *k = n ? (struct kernel_op *)n->work : NULL;

	if (!n || !params || n->type != cudaGraphNodeTypeKernel || !kernel_params(n, k))
		return call_leave(&call, cudaErrorInvalidValue);
	*params = (struct cudaKernelNodeParams){
		.func = (void *)(uintptr_t)k->function->host, .gridDim = { k->grid.x, k->grid.y, k->grid.z },
		.blockDim = { k->block.x, k->block.y, k->block.z }, .sharedMemBytes = k->shared, .kernelParams = n->params,
	};
	return call_leave(&call, cudaSuccess);
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, struct cudaMemcpy3DParms *params)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct node *n = node_find(&call, node);
	const struct copy_op *c = n ? (struct copy_op *)n->work : NULL;

	if (!c || !params || n->type != cudaGraphNodeTypeMemcpy)
		return call_leave(&call, cudaErrorInvalidValue);
	*params = (struct cudaMemcpy3DParms){
		.srcPtr = { (void *)(uintptr_t)c->from.addr, c->from.pitch, c->width, c->height },
		.dstPtr = { (void *)(uintptr_t)c->to.addr, c->to.pitch, c->width, c->height },
		.extent = { c->width, c->height, c->depth }, .kind = cudaMemcpyDefault,
	};
	return call_leave(&call, cudaSuccess);
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, struct cudaMemsetParams *params)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct node *n = node_find(&call, node);
	const struct fill_op *f = n ? (struct fill_op *)n->work : NULL;

	if (!f || !params || n->type != cudaGraphNodeTypeMemset)
		return call_leave(&call, cudaErrorInvalidValue);
	*params = (struct cudaMemsetParams){
		.dst = (void *)(uintptr_t)f->to.addr, .pitch = f->to.pitch, .value = (unsigned)f->value,
		.elementSize = f->value_bytes,
		.width = f->width / f->value_bytes, .height = f->height,
	};
	return call_leave(&call, cudaSuccess);
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, struct cudaHostNodeParams *params)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct node *n = node_find(&call, node);
	const struct callback_op *c = n ? (struct callback_op *)n->work : NULL;

	if (!c || !params || n->type != cudaGraphNodeTypeHost)
		return call_leave(&call, cudaErrorInvalidValue);
	*params = (struct cudaHostNodeParams){ c->function, c->user };
	return call_leave(&call, cudaSuccess);
}

static cudaError_t get_event(const struct call *call, cudaGraphNode_t node, cudaEvent_t *event, enum cudaGraphNodeType type)
{
	struct node *n = node_find(call, node);

	if (!n || !event || n->type != type)
		return cudaErrorInvalidValue;
	*event = (cudaEvent_t)n->event;
	return cudaSuccess;
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event)
	CALL_BODY(get_event(&call, node, event, cudaGraphNodeTypeEventRecord))

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event)
	CALL_BODY(get_event(&call, node, event, cudaGraphNodeTypeWaitEvent))

/* ---- changing: in a graph, or (exec not NULL) in the copy that an executable one has ------------------------- */

/* The node to change, if it has that type. */
static struct node *changed_node(const struct call *call, struct exec *e, cudaGraphNode_t node, enum cudaGraphNodeType type)
{
	struct node *n = node_find(call, node);

	if (n && e)
		n = node_copy_in(e->graph, n);
	return n && n->type == type ? n : NULL;
}

static cudaError_t change(const struct call *call, struct exec *e, cudaGraphNode_t node, enum cudaGraphNodeType type,
			  cudaError_t error, struct op *work)
{
	struct node *n = error == cudaSuccess ? changed_node(call, e, node, type) : NULL;

	if (!n) {
		op_drop(work);
		return error == cudaSuccess ? cudaErrorInvalidValue : error;
	}
	node_set_work(n, work);
	return cudaSuccess;
}

#define CHANGE_CALLS(name, type, params_type, make) \
cudaError_t cudaGraph##name##NodeSetParams(cudaGraphNode_t node, const struct params_type *params) \
{ \
	struct call call = CALL_ENTER_OR_RETURN; \
	struct op *work = NULL; \
	cudaError_t error = params ? make(&call, params, &work) : cudaErrorInvalidValue; \
 \
	return call_leave(&call, change(&call, NULL, node, cudaGraphNodeType##type, error, work)); \
} \
cudaError_t cudaGraphExec##name##NodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const struct params_type *params) \
{ \
	struct call call = CALL_ENTER_OR_RETURN; \
	struct exec *e = exec_find(&call, exec); \
	struct op *work = NULL; \
	cudaError_t error = params && e ? make(&call, params, &work) : cudaErrorInvalidValue; \
 \
	return call_leave(&call, change(&call, e, node, cudaGraphNodeType##type, error, work)); \
}

CHANGE_CALLS(Kernel, Kernel, cudaKernelNodeParams, node_kernel_work)
CHANGE_CALLS(Memcpy, Memcpy, cudaMemcpy3DParms, node_copy_work)
CHANGE_CALLS(Memset, Memset, cudaMemsetParams, node_fill_work)
CHANGE_CALLS(Host, Host, cudaHostNodeParams, node_host_work)

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *to, const void *from, size_t size,
					   enum cudaMemcpyKind kind)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct op *work = NULL;
	cudaError_t error = line_work(&call, to, from, size, kind, &work);

	return call_leave(&call, change(&call, NULL, node, cudaGraphNodeTypeMemcpy, error, work));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *to, const void *from,
					       size_t size, enum cudaMemcpyKind kind)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct exec *e = exec_find(&call, exec);
	struct op *work = NULL;
	cudaError_t error = e ? line_work(&call, to, from, size, kind, &work) : cudaErrorInvalidValue;

	return call_leave(&call, change(&call, e, node, cudaGraphNodeTypeMemcpy, error, work));
}

#define SYMBOL_CALLS(name, parameters, to, from) \
cudaError_t cudaGraphMemcpyNodeSetParams##name parameters(cudaGraphNode_t node) \
{ \
	struct call call = CALL_ENTER_OR_RETURN; \
	struct op *work = NULL; \
	cudaError_t error = symbol_work(&call, to, from, symbol, size, offset, kind, &work); \
 \
	return call_leave(&call, change(&call, NULL, node, cudaGraphNodeTypeMemcpy, error, work)); \
} \
cudaError_t cudaGraphExecMemcpyNodeSetParams##name parameters(cudaGraphExec_t exec, cudaGraphNode_t node) \
{ \
	struct call call = CALL_ENTER_OR_RETURN; \
	struct exec *e = exec_find(&call, exec); \
	struct op *work = NULL; \
	cudaError_t error = e ? symbol_work(&call, to, from, symbol, size, offset, kind, &work) : cudaErrorInvalidValue; \
 \
	return call_leave(&call, change(&call, e, node, cudaGraphNodeTypeMemcpy, error, work)); \
}

#define TO_SYMBOL(...) \
	(__VA_ARGS__, const void *symbol, const void *from_host, size_t size, size_t offset, enum cudaMemcpyKind kind)
#define FROM_SYMBOL(...) (__VA_ARGS__, void *to_host, const void *symbol, size_t size, size_t offset, enum cudaMemcpyKind kind)
SYMBOL_CALLS(ToSymbol, TO_SYMBOL, NULL, from_host)
SYMBOL_CALLS(FromSymbol, FROM_SYMBOL, to_host, NULL)

static cudaError_t set_child(const struct call *call, struct exec *e, cudaGraphNode_t node, cudaGraph_t child)
{
	struct node *n = changed_node(call, e, node, cudaGraphNodeTypeGraph), *bad;
	struct graph *g = graph_find(call, child), *sorted;
	enum cudaGraphExecUpdateResult result;
	bool cycle;

	if (!n || !g)
		return cudaErrorInvalidValue;
	sorted = graph_copy(g, &cycle);
	if (!sorted)
		return cycle ? cudaErrorInvalidValue : cudaErrorMemoryAllocation;
	result = graph_update(n->child, sorted, &bad);
	graph_free(sorted);
	return result == cudaGraphExecUpdateSuccess ? cudaSuccess : cudaErrorGraphExecUpdateFailure;
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraph_t child)
	CALL_WITH(struct exec *e = exec_find(&call, exec), e ? set_child(&call, e, node, child) : cudaErrorInvalidValue)

static cudaError_t set_event(const struct call *call, struct exec *e, cudaGraphNode_t node, cudaEvent_t event,
			     enum cudaGraphNodeType type)
{
	struct node *n = changed_node(call, e, node, type);
	struct event *ev = event_find(call, event);

	if (!n || !ev)
		return cudaErrorInvalidValue;
	n->event = ev;
	return cudaSuccess;
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event)
	CALL_BODY(set_event(&call, NULL, node, event, cudaGraphNodeTypeEventRecord))

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event)
	CALL_BODY(set_event(&call, NULL, node, event, cudaGraphNodeTypeWaitEvent))

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event)
	CALL_WITH(struct exec *e = exec_find(&call, exec),
		  e ? set_event(&call, e, node, event, cudaGraphNodeTypeEventRecord) : cudaErrorInvalidValue)

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event)
	CALL_WITH(struct exec *e = exec_find(&call, exec),
		  e ? set_event(&call, e, node, event, cudaGraphNodeTypeWaitEvent) : cudaErrorInvalidValue)

/* ---- any type of node: cudaGraphNodeParams --------------------------------------------------------------- */

/* Makes the template for a node's type: the members named V2 have the same layout as those of the typed calls. */
static cudaError_t any_work(const struct call *call, const struct cudaGraphNodeParams *p, struct op **work)
{
	switch (p->type) {
	case cudaGraphNodeTypeKernel: return node_kernel_work(call, (const struct cudaKernelNodeParams *)&p->kernel, work);
	case cudaGraphNodeTypeMemcpy: return node_copy_work(call, &p->memcpy.copyParams, work);
	case cudaGraphNodeTypeMemset: return node_fill_work(call, (const struct cudaMemsetParams *)&p->memset, work);
	case cudaGraphNodeTypeHost: return node_host_work(call, (const struct cudaHostNodeParams *)&p->host, work);
	case cudaGraphNodeTypeEmpty: return cudaSuccess;
	default: return cudaErrorNotSupported;
	}
}

static cudaError_t add_conditional(const struct call *call, cudaGraphNode_t *node, cudaGraph_t graph,
				   const cudaGraphNode_t *before, size_t count, struct cudaConditionalNodeParams *p)
{
	struct graph *g = graph_find(call, graph);

	if (!g || !node || (count && !before))
		return cudaErrorInvalidValue;
	return conditional_add(call, node, g, (struct node *const *)before, count, p);
}

static cudaError_t add_any(const struct call *call, cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
			   size_t count, struct cudaGraphNodeParams *p)
{
	struct op *work = NULL;
	cudaError_t error;

	switch (p->type) {
	case cudaGraphNodeTypeEventRecord: return add_event(call, node, graph, before, count, p->type, p->eventRecord.event);
	case cudaGraphNodeTypeWaitEvent: return add_event(call, node, graph, before, count, p->type, p->eventWait.event);
	case cudaGraphNodeTypeGraph: return add_child(call, node, graph, before, count, p->graph.graph);
	case cudaGraphNodeTypeMemAlloc:
		return add_alloc(call, node, graph, before, count, (struct cudaMemAllocNodeParams *)&p->alloc);
	case cudaGraphNodeTypeMemFree: return add_free(call, node, graph, before, count, p->free.dptr);
	case cudaGraphNodeTypeConditional: return add_conditional(call, node, graph, before, count, &p->conditional);
	default: break;
	}
	error = any_work(call, p, &work);
	return error == cudaSuccess ? add(call, node, graph, before, count, p->type, work, NULL) : error;
}

/* An edge of a programmatic launch orders only a part of a node; here it orders the whole. */
cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
			     const cudaGraphEdgeData *edges, size_t count, struct cudaGraphNodeParams *params)
{
	struct call call = CALL_ENTER_OR_RETURN;

	(void)edges;
	return call_leave(&call, params ? add_any(&call, node, graph, before, count, params) : cudaErrorInvalidValue);
}

static cudaError_t set_any(const struct call *call, struct exec *e, cudaGraphNode_t node, const struct cudaGraphNodeParams *p)
{
	struct op *work = NULL;
	cudaError_t error;

	if (p->type == cudaGraphNodeTypeEventRecord)
		return set_event(call, e, node, p->eventRecord.event, p->type);
	if (p->type == cudaGraphNodeTypeWaitEvent)
		return set_event(call, e, node, p->eventWait.event, p->type);
	if (p->type == cudaGraphNodeTypeGraph)
		return set_child(call, e, node, p->graph.graph);
	error = any_work(call, p, &work);
	return change(call, e, node, p->type, error, work);
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams *params)
	CALL_BODY(params ? set_any(&call, NULL, node, params) : cudaErrorInvalidValue)

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, struct cudaGraphNodeParams *params)
	CALL_WITH(struct exec *e = exec_find(&call, exec), params && e ? set_any(&call, e, node, params) : cudaErrorInvalidValue)
