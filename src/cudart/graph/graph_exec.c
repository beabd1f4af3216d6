/* graph_exec.c - executable graphs: makes, launches and updates them. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "cudart/streams/callback.h"
#include "cudart/streams/event.h"
#include "cudart/graph/graph.h"
#include "cudart/check/report.h"
#include "cudart/journal.h"
#include "words/kinds.h"

static struct exec *execs;

struct exec *exec_first(void)
{
	return execs;
}

struct exec *exec_find(const struct call *call, cudaGraphExec_t handle)
{
	for (struct exec *e = execs; e; e = e->next)
		if (e == (struct exec *)handle)
			return e;
	if (graph_capture_explains())
		return NULL;
	report_call(KIND_INVALID_HANDLE, call, NULL, "did the call that makes it succeed? Keep the executable graph "
		    "until its last launch",
	     "%s is given an executable graph that was destroyed or never existed", call->name);
	return NULL;
}

/* ---- making ------------------------------------------------------------------------------- */

static cudaError_t instantiate(const struct call *call, cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
	struct graph *g = graph_find(call, graph);
	struct exec *e;
	struct node *misfit = g ? conditional_misfit(g) : NULL;
	bool cycle = false;

	if (!g || !exec)
		return cudaErrorInvalidValue;
	if (misfit) {
		report_call(KIND_API_ERROR, call, NULL, "a body has kernels, copies, fills, empty nodes, child graphs and "
							"conditional nodes only",
		     "the body of a conditional node has a node of another type");
		return cudaErrorNotSupported;
	}
	e = calloc(1, sizeof *e);
	if (!e)
		return cudaErrorMemoryAllocation;
	e->graph = graph_copy(g, &cycle);
	if (!e->graph) {
		free(e);
		if (cycle)
			report_call(KIND_API_ERROR, call, NULL, "remove an edge",
				    "the graph's nodes wait for each other in a cycle");
		return cycle ? cudaErrorInvalidValue : cudaErrorMemoryAllocation;
	}
	vm_assert(e->graph != g && e->graph->n == g->n);
	e->graph->is_inner = true;
	e->flags = flags;
	e->next = execs;
	execs = e;
	journal_made(JOURNAL_EXEC, e, call);
	*exec = (cudaGraphExec_t)e;
	return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
	CALL_BODY(instantiate(&call, exec, graph, flags))

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
	CALL_BODY(instantiate(&call, exec, graph, flags))

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphInstantiateParams *params)
{
	struct call call = CALL_ENTER_OR_RETURN;
	cudaError_t error = params ? instantiate(&call, exec, graph, params->flags) : cudaErrorInvalidValue;

	if (params) {
		params->errNode_out = NULL;
		params->result_out = error == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateInvalidStructure;
	}
	return call_leave(&call, error);
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long *flags)
	CALL_ANSWER(struct exec *e = exec_find(&call, exec), !e || !flags, *flags = e->flags)

/* Pending launches have operations of their own. */
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct exec *e = exec_find(&call, exec), **at = &execs;

	if (!e)
		return call_leave(&call, cudaErrorInvalidValue);
	while (*at != e)
		at = &(*at)->next;
	*at = e->next;
	journal_gone(JOURNAL_EXEC, e);
	op_drop(e->end);
	graph_free(e->graph);
	free(e);
	return call_leave(&call, cudaSuccess);
}

/* ---- launching ----------------------------------------------------------------------------- */

static void nothing_run(struct op *op)
{
	(void)op;
}

static const struct op_kind op_graph = { .name = "graph", .run = nothing_run };

static cudaError_t submit_nodes(const struct call *call, struct graph *g, struct stream *s, struct op *opened, struct op *closed);

/* Submits the operation of one node, after its predecessors; the node holds it until the launch is submitted. */
static cudaError_t submit_node(const struct call *call, struct node *n, struct stream *s, struct op *opened, struct op *closed)
{
	struct op *op = n->cond && !n->disabled ? conditional_op(call, n->cond) :
			n->work && !n->disabled ? n->work->kind->clone(n->work)
						: op_new(n->event ? &op_record : &op_graph, sizeof *op, call);
	bool ok = op;

	if (!op)
		return cudaErrorMemoryAllocation;
	op->call = *call;
	vm_assert(!op->done && !op->number);
	vm_assert(n->event || (n->type != cudaGraphNodeTypeWaitEvent && n->type != cudaGraphNodeTypeEventRecord));
	if (!n->nbefore)
		ok = op_follow(op, opened);
	for (size_t i = 0; i < n->nbefore; i++) {
		vm_assert(n->before[i]->launched); /* nodes are sorted */
		ok = ok && op_follow(op, n->before[i]->launched);
	}
	if (n->type == cudaGraphNodeTypeWaitEvent && n->event->record)
		ok = ok && op_follow(op, n->event->record);
	if (!ok) {
		op_drop(op);
		return cudaErrorMemoryAllocation;
	}
	op_hold(op);
	op_submit_beside(op, s);
	if (op->kind == &op_callback)
		callback_added(call);
	vm_assert(!n->launched && op->number);
	n->launched = op;
	if (n->type == cudaGraphNodeTypeEventRecord) {
		op_drop(n->event->record);
		n->event->record = op;
		op_hold(op);
	}
	if (n->child) {
		/* The child's nodes follow this operation, and the node's successors follow the child's end. */
		struct op *end = op_new(&op_graph, sizeof *end, call);
		cudaError_t error = end ? submit_nodes(call, n->child, s, op, end) : cudaErrorMemoryAllocation;

		if (error != cudaSuccess) {
			op_drop(end);
			return error;
		}
		vm_assert(n->launched == op);
		op_drop(op);
		op_hold(end);
		op_submit_beside(end, s);
		n->launched = end;
	}
	return op_follow(closed, n->launched) ? cudaSuccess : cudaErrorMemoryAllocation;
}

static cudaError_t submit_nodes(const struct call *call, struct graph *g, struct stream *s, struct op *opened, struct op *closed)
{
	cudaError_t error = op_follow(closed, opened) ? cudaSuccess : cudaErrorMemoryAllocation;

	for (size_t i = 0; i < g->n && error == cudaSuccess; i++)
		error = submit_node(call, g->nodes[i], s, opened, closed);
	for (size_t i = 0; i < g->n; i++) {
		op_drop(g->nodes[i]->launched);
		g->nodes[i]->launched = NULL;
	}
	return error;
}

static cudaError_t graph_launch(const struct call *call, struct exec *e, struct stream *s)
{
	struct op *opened = e->graph->nconditions ? conditions_op(call, e->graph) : op_new(&op_graph, sizeof *opened, call);
	struct op *closed = op_new(&op_graph, sizeof *closed, call);
	cudaError_t error = cudaErrorMemoryAllocation;

	if (opened && closed) {
		op_hold(opened);
		error = op_submit(opened, s);
		if (error == cudaSuccess)
			error = submit_nodes(call, e->graph, s, opened, closed);
		op_drop(opened);
		if (error == cudaSuccess) {
			graph_memory_launched(e, closed);
			return op_submit(closed, s);
		}
	} else {
		op_drop(opened);
	}
	op_drop(closed);
	return error;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct exec *e = exec_find(&call, exec);
	struct stream *s = stream_find(&call, stream);

	if (!e || !s)
		return call_leave(&call, e ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue);
	if (s->capture)
		return call_leave(&call, cudaErrorStreamCaptureUnsupported);
	return call_leave(&call, graph_launch(&call, e, s));
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct exec *e = exec_find(&call, exec);
	struct stream *s = stream_find(&call, stream);

	return call_leave(&call, !e ? cudaErrorInvalidValue : !s ? cudaErrorInvalidResourceHandle : cudaSuccess);
}

/* ---- updating ------------------------------------------------------------------------------- */

static size_t index_in(const struct graph *g, const struct node *n)
{
	for (size_t i = 0; i < g->n; i++)
		if (g->nodes[i] == n)
			return i;
	return g->n;
}

/* Do two nodes at the same place of their graphs follow nodes at the same places? */
static bool same_edges(const struct graph *a, const struct node *x, const struct graph *b, const struct node *y)
{
	if (x->nbefore != y->nbefore)
		return false;
	for (size_t i = 0; i < x->nbefore; i++) {
		bool found = false;

		for (size_t k = 0; k < y->nbefore; k++)
			found |= index_in(a, x->before[i]) == index_in(b, y->before[k]);
		if (!found)
			return false;
	}
	return true;
}

/* Compares the bodies and the child of two nodes of one type. */
static enum cudaGraphExecUpdateResult compare(const struct graph *old, const struct graph *new, struct node **bad);

static enum cudaGraphExecUpdateResult compare_inner(const struct node *old, const struct node *new, struct node **bad)
{
	enum cudaGraphExecUpdateResult result = cudaGraphExecUpdateSuccess;

	if (old->cond && (old->cond->handle != new->cond->handle || old->cond->type != new->cond->type ||
			  old->cond->n != new->cond->n))
		return cudaGraphExecUpdateErrorParametersChanged;
	vm_assert(!old->child == !new->child && !old->cond == !new->cond);
	for (unsigned i = 0; old->cond && i < old->cond->n && result == cudaGraphExecUpdateSuccess; i++)
		result = compare(old->cond->bodies[i], new->cond->bodies[i], bad);
	return old->child && result == cudaGraphExecUpdateSuccess ? compare(old->child, new->child, bad) : result;
}

/* In the order of instantiation. */
static enum cudaGraphExecUpdateResult compare(const struct graph *old, const struct graph *new, struct node **bad)
{
	*bad = NULL;
	if (old->n != new->n)
		return cudaGraphExecUpdateErrorTopologyChanged;
	for (size_t i = 0; i < old->n; i++) {
		enum cudaGraphExecUpdateResult result;

		*bad = new->nodes[i]->original;
		if (old->nodes[i]->type != new->nodes[i]->type)
			return cudaGraphExecUpdateErrorNodeTypeChanged;
		if (!same_edges(old, old->nodes[i], new, new->nodes[i]))
			return cudaGraphExecUpdateErrorTopologyChanged;
		result = compare_inner(old->nodes[i], new->nodes[i], bad);
		if (result != cudaGraphExecUpdateSuccess)
			return result;
	}
	*bad = NULL;
	return cudaGraphExecUpdateSuccess;
}

static void take_over(struct graph *old, struct graph *new)
{
	vm_assert(old->n == new->n);
	for (size_t i = 0; i < old->n; i++) {
		struct node *to = old->nodes[i], *from = new->nodes[i];
		struct op *work = from->work;
		void *values = from->values;

		from->work = NULL;
		node_set_work(to, work);
		from->values = to->values;
		to->values = values;
		to->values_bytes = from->values_bytes;
		to->event = from->event;
		for (unsigned k = 0; to->cond && k < to->cond->n; k++)
			take_over(to->cond->bodies[k], from->cond->bodies[k]);
		if (to->child)
			take_over(to->child, from->child);
	}
}

enum cudaGraphExecUpdateResult graph_update(struct graph *old, struct graph *new, struct node **bad)
{
	enum cudaGraphExecUpdateResult result = compare(old, new, bad);

	if (result == cudaGraphExecUpdateSuccess)
		take_over(old, new);
	return result;
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *result)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct exec *e = exec_find(&call, exec);
	struct graph *g = graph_find(&call, graph), *sorted;
	cudaGraphExecUpdateResultInfo answer = { .result = cudaGraphExecUpdateError };
	struct node *bad;
	bool cycle;

	if (!e || !g)
		return call_leave(&call, cudaErrorInvalidValue);
	sorted = graph_copy(g, &cycle);
	if (!sorted)
		return call_leave(&call, cycle ? cudaErrorGraphExecUpdateFailure : cudaErrorMemoryAllocation);
	answer.result = graph_update(e->graph, sorted, &bad);
	answer.errorNode = (cudaGraphNode_t)bad;
	graph_free(sorted);
	if (result)
		*result = answer;
	return call_leave(&call, answer.result == cudaGraphExecUpdateSuccess ? cudaSuccess : cudaErrorGraphExecUpdateFailure);
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned int enabled)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct exec *e = exec_find(&call, exec);
	struct node *n = e ? node_copy_in(e->graph, (struct node *)node) : NULL;

	if (!n)
		return call_leave(&call, cudaErrorInvalidValue);
	n->disabled = !enabled;
	return call_leave(&call, cudaSuccess);
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned int *enabled)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct exec *e = exec_find(&call, exec);
	struct node *n = e ? node_copy_in(e->graph, (struct node *)node) : NULL;

	if (!n || !enabled)
		return call_leave(&call, cudaErrorInvalidValue);
	*enabled = !n->disabled;
	return call_leave(&call, cudaSuccess);
}
