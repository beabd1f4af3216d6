/*
 * graph_memory.c - how much memory the nodes of graphs use, as programs ask for it.
 *
 * A device maps the memory of an executable graph at its first launch, in pieces of 32 MiB. It stays mapped until the graph is
 * destroyed, or until cudaDeviceGraphMemTrim finds it idle. What a destruction unmaps stays reserved for the next graph until a
 * trim. On the vm addresses exist from the nodes' creation on: here is only the count. Graphs share nothing.
 */
#include "config.h"

#include <string.h>

#include "cudart/graph/graph.h"
#include "cudart/memory/memory.h"
#include "cudart/runtime.h"

#define PIECE ((uint64_t)32 << 20)

static struct marks { uint64_t reserved, used_high, reserved_high; } marks[DEVICES_MAX];

/* Calls back for each node that allocates or frees memory, those of children and bodies too. */
static void nodes_visit(struct graph *g, void (*visit)(const struct node *n, struct memory *m, void *ctx), void *ctx)
{
	for (size_t i = 0; i < g->n; i++) {
		const struct node *n = g->nodes[i];
		struct memory *m = n->memory ? memory_find(n->memory) : NULL;

		if (m)
			visit(n, m, ctx);
		if (n->child)
			nodes_visit(n->child, visit, ctx);
		for (unsigned k = 0; n->cond && k < n->cond->n; k++)
			nodes_visit(n->cond->bodies[k], visit, ctx);
	}
}

struct sum { int device; uint64_t bytes; };

static void sum_add(const struct node *n, struct memory *m, void *ctx)
{
	struct sum *sum = ctx;

	sum->bytes += n->type == cudaGraphNodeTypeMemAlloc && m->device == sum->device ? n->bytes : 0;
}

static uint64_t used(int device)
{
	uint64_t all = 0;

	for (const struct exec *e = exec_first(); e; e = e->next) {
		struct sum sum = { .device = device };

		if (e->mapped)
			nodes_visit(e->graph, sum_add, &sum);
		all += (sum.bytes + PIECE - 1) / PIECE * PIECE;
	}
	return all;
}

static void holds_set(const struct node *n, struct memory *m, void *ctx)
{
	(void)ctx;
	m->graph_holds |= n->type == cudaGraphNodeTypeMemAlloc;
}

static void holds_clear(const struct node *n, struct memory *m, void *ctx)
{
	(void)ctx;
	m->graph_holds &= n->type != cudaGraphNodeTypeMemFree;
}

static void holds_find(const struct node *n, struct memory *m, void *ctx)
{
	bool *any = ctx;

	*any |= n->type == cudaGraphNodeTypeMemAlloc && m->graph_holds && !m->freed.name;
}

void graph_memory_launched(struct exec *e, struct op *end)
{
	op_hold(end);
	op_drop(e->end);
	e->end = end;
	nodes_visit(e->graph, holds_set, NULL);
	nodes_visit(e->graph, holds_clear, NULL);
	if (e->mapped) /* no more is used than before */
		return;
	e->mapped = true;
	for (unsigned d = 0; d < runtime.ndevices; d++) {
		const uint64_t now = used((int)d);
		struct marks *m = &marks[d];

		m->used_high = now > m->used_high ? now : m->used_high;
		m->reserved = now > m->reserved ? now : m->reserved;
		m->reserved_high = m->reserved > m->reserved_high ? m->reserved : m->reserved_high;
	}
}

/* Does it run, or has it allocated what nothing has freed? */
static bool is_active(const struct exec *e)
{
	bool holds = false;

	nodes_visit(e->graph, holds_find, &holds);
	return holds || (e->end && !e->end->done);
}

cudaError_t cudaDeviceGraphMemTrim(int device)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if (!device_exists(device))
		return call_leave(&call, cudaErrorInvalidDevice);
	for (struct exec *e = exec_first(); e; e = e->next)
		e->mapped = e->mapped && is_active(e);
	marks[device].reserved = used(device);
	return call_leave(&call, cudaSuccess);
}

static cudaError_t attribute_get(int device, enum cudaGraphMemAttributeType attribute, void *value)
{
	uint64_t n;

	if (!device_exists(device))
		return cudaErrorInvalidDevice;
	switch (attribute) {
	case cudaGraphMemAttrUsedMemCurrent: n = used(device); break;
	case cudaGraphMemAttrUsedMemHigh: n = marks[device].used_high; break;
	case cudaGraphMemAttrReservedMemCurrent: n = marks[device].reserved; break;
	case cudaGraphMemAttrReservedMemHigh: n = marks[device].reserved_high; break;
	default: return cudaErrorInvalidValue;
	}
	if (!value)
		return cudaErrorInvalidValue;
	memcpy(value, &n, sizeof n);
	return cudaSuccess;
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute, void *value)
	CALL_BODY(attribute_get(device, attribute, value))

/* The high-water marks can only be reset. */
static cudaError_t attribute_set(int device, enum cudaGraphMemAttributeType attribute, const void *value)
{
	uint64_t n;

	if (!device_exists(device))
		return cudaErrorInvalidDevice;
	if (!value)
		return cudaErrorInvalidValue;
	memcpy(&n, value, sizeof n);
	if (attribute == cudaGraphMemAttrUsedMemHigh && !n)
		marks[device].used_high = used(device);
	else if (attribute == cudaGraphMemAttrReservedMemHigh && !n)
		marks[device].reserved_high = marks[device].reserved;
	else
		return cudaErrorInvalidValue;
	return cudaSuccess;
}

cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute, void *value)
	CALL_BODY(attribute_set(device, attribute, value))
