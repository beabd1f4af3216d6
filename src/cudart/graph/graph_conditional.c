/*
 * graph_conditional.c - conditional nodes: if, while and switch, controlled by a value that kernels set.
 *
 * A handle is the address of 4 bytes of device memory, and cudaGraphSetConditional() stores there. So the rules for memory apply
 * to conditions: two nodes that set one without an edge between them are a race, and so are a kernel that sets it and a
 * conditional node that does not follow it. A conditional node is one operation of its stream; when it runs, it runs the nodes of
 * its body one after the other, and the bytes that they use count as its own.
 *
 *	cudaGraphConditionalHandleCreate -> struct condition of the graph
 *	cudaGraphAddNode -> struct conditional of the node, with bodies that the program fills -> conditional_op at each launch
 */
#include "config.h"

#include "cudart/graph/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/limits.h"
#include "cudart/check/interrupt.h"
#include "cudart/check/report.h"
#include "cudart/launch/launch.h"
#include "cudart/memory/memory.h"
#include "cudart/runtime.h"
#include "cudart/streams/timing.h"
#include "words/kinds.h"

#define VALUE_BYTES 4
#define BODIES_MOST 1024 /* of a switch */

struct condition {
	uint64_t handle;
	uint32_t value;          /* its default, */
	bool is_reset;           /* restored by each launch */
};

/* ---- handles ---------------------------------------------------------------------------------- */

static cudaError_t handle_create(const struct call *call, cudaGraphConditionalHandle *handle, cudaGraph_t graph, unsigned value,
				 unsigned flags)
{
	struct graph *g = graph_find(call, graph);
	struct condition *added;
	struct memory *m;
	struct error err;
	uint64_t addr;

	if (!g || !handle || flags & ~(unsigned)cudaGraphCondAssignDefault)
		return cudaErrorInvalidValue;
	if (simt_use_device(runtime.mem, (unsigned)thread_state()->device, &err) < 0 ||
	    simt_alloc(runtime.mem, VALUE_BYTES, "the condition of a graph", VALUE_BYTES, SIMT_INITIALISED, &addr, &err) < 0 ||
	    simt_write(runtime.mem, addr, &value, VALUE_BYTES, &err) < 0 ||
	    !(added = array_push(&g->conditions, &g->nconditions, sizeof *added)))
		return cudaErrorMemoryAllocation;
	*added = (struct condition){ addr, value, flags & cudaGraphCondAssignDefault };
	if ((m = memory_add(call, MEMORY_SYMBOL, thread_state()->device, addr, VALUE_BYTES))) {
		snprintf(m->name, sizeof m->name, "the condition of the graph");
		m->named = true;
		m->elem = VALUE_BYTES;
		memory_is_variable(m);
	}
	*handle = addr;
	return cudaSuccess;
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle, cudaGraph_t graph, unsigned int value,
					     unsigned int flags)
	CALL_BODY(handle_create(&call, handle, graph, value, flags))

bool conditions_copy(struct graph *to, const struct graph *from)
{
	for (size_t i = 0; i < from->nconditions; i++) {
		struct condition *added = array_push(&to->conditions, &to->nconditions, sizeof *added);

		if (!added)
			return false;
		*added = from->conditions[i];
	}
	return true;
}

void condition_setter_put(struct buf *out)
{
	buf_puts(out, ".version 7.0\n.target sm_70\n.address_size 64\n"
		 ".visible .func " CONDITION_SETTER "(.param .b64 handle, .param .b32 value)\n"
		 "{\n"
		 ".reg .b64 %a; .reg .b32 %v;\n"
		 "ld.param.u64 %a, [handle]; ld.param.u32 %v, [value]; st.global.u32 [%a], %v; ret;\n"
		 "}\n");
}

/* ---- the operation that opens a launch ---------------------------------------------------------- */

struct defaults_op {
	struct op op;
	struct condition *conditions; /* its own */
	size_t n;
};

static void defaults_run(struct op *op)
{
	const struct defaults_op *d = (const struct defaults_op *)op;
	struct error err;

	for (size_t i = 0; i < d->n; i++)
		if (d->conditions[i].is_reset)
			simt_write(runtime.mem, d->conditions[i].handle, &d->conditions[i].value, VALUE_BYTES, &err);
}

static void defaults_release(struct op *op)
{
	free(((struct defaults_op *)op)->conditions);
}

static const struct op_kind op_defaults = { .name = "graph", .run = defaults_run, .release = defaults_release };

struct op *conditions_op(const struct call *call, const struct graph *g)
{
	struct defaults_op *d = (struct defaults_op *)op_new(&op_defaults, sizeof *d, call);
	bool ok = d && (d->conditions = malloc((g->nconditions + 1) * sizeof *d->conditions));

	if (ok) {
		vm_assert(!g->nconditions || g->conditions);
		memcpy(d->conditions, g->conditions, g->nconditions * sizeof *d->conditions);
		d->n = g->nconditions;
	}
	for (size_t i = 0; ok && i < d->n; i++)
		if (d->conditions[i].is_reset)
			ok = op_uses(&d->op, d->conditions[i].handle, VALUE_BYTES, true);
	if (ok)
		return &d->op;
	if (d)
		op_drop(&d->op);
	return NULL;
}

/* ---- nodes ------------------------------------------------------------------------------------------ */

void conditional_free(struct conditional *c)
{
	for (unsigned i = 0; c && i < c->n; i++)
		if (c->bodies[i])
			graph_free(c->bodies[i]);
	if (c)
		free(c->bodies);
	free(c);
}

/* With `n` bodies, which are not created yet. */
static struct conditional *conditional_new(const struct conditional *like)
{
	struct conditional *c = malloc(sizeof *c);

	if (!c)
		return NULL;
	*c = *like;
	vm_assert(like->n && like->n <= BODIES_MOST);
	c->bodies = calloc(like->n, sizeof *c->bodies);
	if (c->bodies)
		return c;
	free(c);
	return NULL;
}

struct conditional *conditional_copy(const struct conditional *from)
{
	struct conditional *c = conditional_new(from);
	bool cycle;

	for (unsigned i = 0; c && i < c->n; i++) {
		c->bodies[i] = graph_copy(from->bodies[i], &cycle);
		if (!c->bodies[i]) {
			conditional_free(c);
			return NULL;
		}
		c->bodies[i]->is_inner = true;
	}
	return c;
}

static const struct condition *condition_of(const struct graph *g, cudaGraphConditionalHandle handle)
{
	for (size_t i = 0; i < g->nconditions; i++)
		if (g->conditions[i].handle == handle)
			return &g->conditions[i];
	return NULL;
}

/* A node of a body may use the handle of the enclosing graph. */
static bool handle_exists(cudaGraphConditionalHandle handle)
{
	struct simt_allocation_info info;

	return handle && simt_allocation_info(runtime.mem, handle, &info) && info.addr == handle && info.bytes == VALUE_BYTES;
}

static bool size_fits(const struct cudaConditionalNodeParams *p)
{
	switch (p->type) {
	case cudaGraphCondTypeIf: return p->size == 1 || p->size == 2;
	case cudaGraphCondTypeWhile: return p->size == 1;
	case cudaGraphCondTypeSwitch: return p->size >= 1 && p->size <= BODIES_MOST;
	default: return false;
	}
}

cudaError_t conditional_add(const struct call *call, cudaGraphNode_t *node, struct graph *g, struct node *const *before,
			    size_t count, struct cudaConditionalNodeParams *p)
{
	const struct conditional like = { .handle = p->handle, .type = p->type, .n = p->size };
	struct conditional *c;
	struct node *n;

	if (!condition_of(g, p->handle) && !handle_exists(p->handle)) {
		report_call(KIND_INVALID_HANDLE, call, NULL, "create it first: cudaGraphConditionalHandleCreate",
			    "%s is given a condition's handle that does not exist", call->name);
		return cudaErrorInvalidValue;
	}
	if (!size_fits(p)) {
		report_call(KIND_API_ERROR, call, NULL, "`if` has a body, and a second one for `else`; `while` has one; `switch` "
							"one or more",
			    "a conditional node of this type cannot have %u bodies", p->size);
		return cudaErrorInvalidValue;
	}
	c = conditional_new(&like);
	for (unsigned i = 0; c && i < c->n; i++) {
		if (!(c->bodies[i] = graph_new())) {
			conditional_free(c);
			return cudaErrorMemoryAllocation;
		}
		c->bodies[i]->is_inner = true;
	}
	n = c ? node_add(g, cudaGraphNodeTypeConditional, NULL, before, count) : NULL;
	if (!n) {
		conditional_free(c);
		return c ? cudaErrorInvalidValue : cudaErrorMemoryAllocation;
	}
	n->cond = c;
	p->phGraph_out = (cudaGraph_t *)c->bodies;
	*node = (cudaGraphNode_t)n;
	return cudaSuccess;
}

static bool may_be_in_body(const struct node *n)
{
	switch (n->type) {
	case cudaGraphNodeTypeKernel:
	case cudaGraphNodeTypeMemcpy:
	case cudaGraphNodeTypeMemset:
	case cudaGraphNodeTypeEmpty:
	case cudaGraphNodeTypeGraph:
	case cudaGraphNodeTypeConditional: return true;
	default: return false;
	}
}

static struct node *misfit(const struct graph *g, bool is_body)
{
	struct node *found = NULL;

	for (size_t i = 0; i < g->n && !found; i++) {
		struct node *n = g->nodes[i];

		found = is_body && !may_be_in_body(n) ? n : NULL;
		for (unsigned k = 0; n->cond && k < n->cond->n && !found; k++)
			found = misfit(n->cond->bodies[k], true);
		if (n->child && !found)
			found = misfit(n->child, is_body);
	}
	return found;
}

struct node *conditional_misfit(const struct graph *g)
{
	return misfit(g, false);
}

/* ---- running ------------------------------------------------------------------------------------------ */

struct conditional_op {
	struct op op;
	struct conditional *cond; /* its own */
	double cost, since;       /* ns of everything that ran; processor seconds at the beginning */
	unsigned rounds;          /* of `while` nodes so far */
};

static void body_run(struct conditional_op *c, const struct graph *body);

static bool ranges_join(struct op *to, const struct op *from)
{
	/* A loop uses the same bytes repeatedly. */
	for (size_t i = 0; i < from->nranges; i++) {
		const struct op_range *r = &from->ranges[i], *there = to->ranges;
		struct op_range *added;
		size_t at = 0;

		while (at < to->nranges && !(there[at].addr == r->addr && there[at].bytes == r->bytes &&
					     there[at].write == r->write && there[at].atomic == r->atomic))
			at++;
		if (at < to->nranges)
			continue;
		added = array_push(&to->ranges, &to->nranges, sizeof *added);
		if (!added)
			return false;
		*added = *r;
	}
	return true;
}

static void work_run(struct conditional_op *c, const struct node *n)
{
	struct op *op = n->work->kind->clone(n->work);

	if (!op)
		return;
	op->call = c->op.call;
	op->device = c->op.device;
	op->stream = c->op.stream;
	if (op->kind == &op_kernel)
		((struct kernel_op *)op)->inner = true;
	if (op->kind == &op_kernel)
		((struct kernel_op *)op)->rounds = c->rounds;
	op->kind->run(op);
	c->cost += timing_cost(op);
	ranges_join(&c->op, op);
	op_drop(op);
}

static bool timed_out(struct conditional_op *c)
{
	double limit = runtime.settings.seconds;

	if (runtime.devices[c->op.device].fault != cudaSuccess && !(interrupted && c->rounds > 1))
		return true;
	if (!interrupted && (limit <= 0 || clock_used_by_thread() - c->since < limit))
		return false;
	report_call(KIND_HANG, &c->op.call, NULL, "does a kernel of the body set the condition to 0 in the end, with "
						  "cudaGraphSetConditional()?",
		    "a `while` node of the graph does not end");
	device_fail(c->op.device, cudaErrorLaunchTimeout);
	return true;
}

static uint32_t value_of(const struct conditional *c)
{
	struct error err;
	uint32_t value = 0;

	simt_read(runtime.mem, c->handle, &value, VALUE_BYTES, &err);
	return value;
}

static void cond_run(struct conditional_op *c, const struct conditional *cond)
{
	uint32_t value = value_of(cond);

	switch (cond->type) {
	case cudaGraphCondTypeIf:
		if (value || cond->n > 1)
			body_run(c, cond->bodies[!value]);
		break;
	case cudaGraphCondTypeWhile:
		for (; value_of(cond) && !timed_out(c); c->rounds++)
			body_run(c, cond->bodies[0]);
		break;
	case cudaGraphCondTypeSwitch:
		if (value < cond->n)
			body_run(c, cond->bodies[value]);
		break;
	}
}

static void body_run(struct conditional_op *c, const struct graph *body)
{
	for (size_t i = 0; i < body->n && runtime.devices[c->op.device].fault == cudaSuccess; i++) {
		const struct node *n = body->nodes[i];

		if (n->disabled)
			continue;
		if (n->work)
			work_run(c, n);
		if (n->cond)
			cond_run(c, n->cond);
		if (n->child)
			body_run(c, n->child);
	}
}

static void conditional_run(struct op *op)
{
	struct conditional_op *c = (struct conditional_op *)op;

	c->since = clock_used_by_thread();
	cond_run(c, c->cond);
	op->cost = c->cost;
}

static void conditional_release(struct op *op)
{
	conditional_free(((struct conditional_op *)op)->cond);
}

static const struct op_kind op_conditional = { .name = "conditional", .run = conditional_run, .release = conditional_release,
					       .costs_late = true };

struct op *conditional_op(const struct call *call, const struct conditional *from)
{
	struct conditional_op *c = (struct conditional_op *)op_new(&op_conditional, sizeof *c, call);

	if (!c)
		return NULL;
	c->op.engine = ENGINE_COMPUTE;
	c->cond = conditional_copy(from);
	if (c->cond && op_uses(&c->op, from->handle, VALUE_BYTES, false))
		return &c->op;
	op_drop(&c->op);
	return NULL;
}
