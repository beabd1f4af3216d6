/* graph.c - the structure of graphs: nodes, edges, copies, queries. */
#include "config.h"

#include "cudart/graph/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "cudart/runtime.h"
#include "cudart/check/report.h"
#include "cudart/journal.h"
#include "words/kinds.h"

static struct graph *graphs;

/* ---- handles ---------------------------------------------------------------------------- */

struct graph *graph_find(const struct call *call, cudaGraph_t handle)
{
	for (struct graph *g = graphs; g; g = g->next)
		if (g == (struct graph *)handle)
			return g;
	if (!handle && graph_capture_explains())
		return NULL;
	report_call(KIND_INVALID_HANDLE, call, NULL, "did the call that makes it succeed? Keep the graph until the "
		    "last call that uses it",
	     "%s is given a graph that was destroyed or never existed", call->name);
	return NULL;
}

struct node *node_find(const struct call *call, cudaGraphNode_t handle)
{
	for (struct graph *g = graphs; g; g = g->next)
		for (size_t i = 0; i < g->n; i++)
			if (g->nodes[i] == (struct node *)handle)
				return g->nodes[i];
	report_call(KIND_INVALID_HANDLE, call, NULL, "pass the node that the call which made it returned",
	     "%s is given something that is not a graph's node", call->name);
	return NULL;
}

struct graph *graph_new(void)
{
	struct graph *g = calloc(1, sizeof *g);

	if (g) {
		g->next = graphs;
		graphs = g;
		runtime.graphs_made++;
	}
	return g;
}

static void node_free(struct node *n)
{
	op_drop(n->work);
	if (n->child)
		graph_free(n->child);
	conditional_free(n->cond);
	free(n->before);
	free(n->values);
	free(n->params);
	free(n);
}

void graph_free(struct graph *g)
{
	struct graph **at = &graphs;

	while (*at != g)
		at = &(*at)->next;
	vm_assert(*at == g);
	*at = g->next;
	journal_gone(JOURNAL_GRAPH, g);
	for (size_t i = 0; i < g->n; i++)
		node_free(g->nodes[i]);
	objects_drop(g->objects);
	free(g->conditions);
	free(g->nodes);
	free(g);
}

/* ---- nodes and edges ------------------------------------------------------------------------ */

static bool node_follow(struct node *n, struct node *earlier)
{
	struct node **slot;

	for (size_t i = 0; i < n->nbefore; i++)
		if (n->before[i] == earlier)
			return true;
	vm_assert(earlier && earlier != n && earlier->graph == n->graph);
	slot = array_push(&n->before, &n->nbefore, sizeof *slot);
	if (slot)
		*slot = earlier;
	return slot;
}

static void node_unfollow(struct node *n, const struct node *earlier)
{
	size_t kept = 0;

	for (size_t i = 0; i < n->nbefore; i++)
		if (n->before[i] != earlier)
			n->before[kept++] = n->before[i];
	vm_assert(kept <= n->nbefore);
	n->nbefore = kept;
}

struct node *node_add(struct graph *g, enum cudaGraphNodeType type, struct op *work, struct node *const *before, size_t nbefore)
{
	struct node *n = calloc(1, sizeof *n), **slot;

	if (!n) {
		op_drop(work);
		return NULL;
	}
	vm_assert(nbefore == 0 || before);
	n->type = type;
	n->graph = g;
	n->work = work;
	for (size_t i = 0; i < nbefore; i++)
		if (!before[i] || before[i]->graph != g || !node_follow(n, before[i])) {
			node_free(n);
			return NULL;
		}
	slot = array_push(&g->nodes, &g->n, sizeof *slot);
	if (!slot) {
		node_free(n);
		return NULL;
	}
	return *slot = n;
}

/* ---- copies ---------------------------------------------------------------------------------- */

static struct node *find_copy(struct node *const *nodes, size_t n, const struct node *original)
{
	for (size_t i = 0; i < n; i++)
		if (nodes[i]->original == original)
			return nodes[i];
	return NULL;
}

struct node *node_copy_in(const struct graph *g, const struct node *original)
{
	return find_copy(g->nodes, g->n, original);
}

/* Adds a copy of the node to a graph that already has copies of its predecessors. */
static bool copy_node(struct graph *to, const struct node *from)
{
	struct node *n;
	bool cycle = false;

	n = node_add(to, from->type, from->work ? from->work->kind->clone(from->work) : NULL, NULL, 0);
	if (!n)
		return false;
	vm_assert(from->graph != to);
	n->original = (struct node *)from;
	n->event = from->event;
	n->memory = from->memory;
	n->bytes = from->bytes;
	n->disabled = from->disabled;
	if (from->work && !n->work)
		return false;
	if (from->child) {
		n->child = graph_copy(from->child, &cycle);
		if (!n->child)
			return false;
		n->child->is_inner = true;
	}
	if (from->values && !node_keep_values(n, from->values, from->values_bytes))
		return false;
	if (from->cond && !(n->cond = conditional_copy(from->cond)))
		return false;
	for (size_t i = 0; i < from->nbefore; i++)
		if (!node_follow(n, find_copy(to->nodes, to->n, from->before[i])))
			return false;
	return true;
}

static bool is_placed(const struct graph *to, const struct node *n)
{
	for (size_t i = 0; i < n->nbefore; i++)
		if (!find_copy(to->nodes, to->n, n->before[i]))
			return false;
	return !find_copy(to->nodes, to->n, n);
}

struct graph *graph_copy(const struct graph *g, bool *cycle)
{
	struct graph *to = graph_new();

	*cycle = false;
	if (to && (!conditions_copy(to, g) || !objects_copy(to, g))) {
		graph_free(to);
		return NULL;
	}
	while (to && to->n < g->n) {
		size_t had = to->n;

		for (size_t i = 0; i < g->n; i++)
			if (is_placed(to, g->nodes[i]) && !copy_node(to, g->nodes[i])) {
				graph_free(to);
				return NULL;
			}
		vm_assert(to->n >= had && to->n <= g->n);
		if (to->n == had) {
			*cycle = true;
			graph_free(to);
			return NULL;
		}
	}
	return to;
}

/* ---- the calls: graphs -------------------------------------------------------------------------- */

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct graph *g;

	if (!graph || flags)
		return call_leave(&call, cudaErrorInvalidValue);
	g = graph_new();
	*graph = (cudaGraph_t)g;
	if (g)
		journal_made(JOURNAL_GRAPH, g, &call);
	return call_leave(&call, g ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
	CALL_ANSWER(struct graph *g = graph_find(&call, graph), !g || g->is_inner, graph_free(g))

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct graph *g = graph_find(&call, graph);
	bool cycle;

	if (!g || !clone)
		return call_leave(&call, cudaErrorInvalidValue);
	*clone = (cudaGraph_t)graph_copy(g, &cycle);
	if (*clone)
		journal_made(JOURNAL_GRAPH, *clone, &call);
	return call_leave(&call, *clone ? cudaSuccess : cycle ? cudaErrorInvalidValue : cudaErrorMemoryAllocation);
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *node, cudaGraphNode_t original, cudaGraph_t clone)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct graph *g = graph_find(&call, clone);
	struct node *n = g ? node_copy_in(g, (struct node *)original) : NULL;

	if (!n || !node)
		return call_leave(&call, cudaErrorInvalidValue);
	*node = (cudaGraphNode_t)n;
	return call_leave(&call, cudaSuccess);
}

/* ---- the calls: questions -------------------------------------------------------------------------- */

/* Returns as many as fit, or without an array how many there are. */
struct answer { cudaGraphNode_t *nodes; size_t room, n; };

static void answer_add(struct answer *a, struct node *n)
{
	if (a->nodes && a->n < a->room)
		a->nodes[a->n] = (cudaGraphNode_t)n;
	a->n++;
}

static cudaError_t answer_end(struct answer *a, size_t *count)
{
	for (size_t i = a->n; a->nodes && i < a->room; i++)
		a->nodes[i] = NULL;
	*count = a->nodes && a->n > a->room ? a->room : a->n;
	return cudaSuccess;
}

static void clear_edge_data(cudaGraphEdgeData *edges, size_t n)
{
	if (edges)
		memset(edges, 0, n * sizeof *edges);
}

static cudaError_t list_nodes(const struct call *call, cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count, bool roots)
{
	struct graph *g = graph_find(call, graph);
	struct answer a = { nodes, count ? *count : 0, 0 };

	if (!g || !count)
		return cudaErrorInvalidValue;
	for (size_t i = 0; i < g->n; i++)
		if (!roots || !g->nodes[i]->nbefore)
			answer_add(&a, g->nodes[i]);
	return answer_end(&a, count);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
	CALL_BODY(list_nodes(&call, graph, nodes, count, false))

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
	CALL_BODY(list_nodes(&call, graph, nodes, count, true))

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *edges,
			      size_t *count)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct graph *g = graph_find(&call, graph);
	struct answer tails, heads;

	if (!g || !count || !from != !to)
		return call_leave(&call, cudaErrorInvalidValue);
	tails = (struct answer){ from, *count, 0 };
	heads = (struct answer){ to, *count, 0 };
	for (size_t i = 0; i < g->n; i++)
		for (size_t k = 0; k < g->nodes[i]->nbefore; k++) {
			answer_add(&tails, g->nodes[i]->before[k]);
			answer_add(&heads, g->nodes[i]);
		}
	clear_edge_data(edges, from ? *count : 0);
	answer_end(&heads, count);
	return call_leave(&call, answer_end(&tails, count));
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *before, cudaGraphEdgeData *edges, size_t *count)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct node *n = node_find(&call, node);
	struct answer a = { before, count ? *count : 0, 0 };

	if (!n || !count)
		return call_leave(&call, cudaErrorInvalidValue);
	clear_edge_data(edges, before ? *count : 0);
	for (size_t i = 0; i < n->nbefore; i++)
		answer_add(&a, n->before[i]);
	return call_leave(&call, answer_end(&a, count));
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *after, cudaGraphEdgeData *edges, size_t *count)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct node *n = node_find(&call, node);
	struct answer a = { after, count ? *count : 0, 0 };

	if (!n || !count)
		return call_leave(&call, cudaErrorInvalidValue);
	clear_edge_data(edges, after ? *count : 0);
	for (size_t i = 0; i < n->graph->n; i++)
		for (size_t k = 0; k < n->graph->nodes[i]->nbefore; k++)
			if (n->graph->nodes[i]->before[k] == n)
				answer_add(&a, n->graph->nodes[i]);
	return call_leave(&call, answer_end(&a, count));
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type)
	CALL_ANSWER(struct node *n = node_find(&call, node), !n || !type, *type = n->type)

/* ---- the calls: edges ---- */

static cudaError_t change_edges(const struct call *call, cudaGraph_t graph, const cudaGraphNode_t *from,
				const cudaGraphNode_t *to, size_t count, bool add)
{
	struct graph *g = graph_find(call, graph);

	if (!g || (count && (!from || !to)))
		return cudaErrorInvalidValue;
	for (size_t i = 0; i < count; i++) {
		struct node *tail = node_find(call, from[i]), *head = node_find(call, to[i]);

		if (!tail || !head || tail->graph != g || head->graph != g || tail == head)
			return cudaErrorInvalidValue;
		if (!add)
			node_unfollow(head, tail);
		else if (!node_follow(head, tail))
			return cudaErrorMemoryAllocation;
	}
	return cudaSuccess;
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
				     const cudaGraphEdgeData *edges, size_t count)
{
	struct call call = CALL_ENTER_OR_RETURN;

	(void)edges;
	return call_leave(&call, change_edges(&call, graph, from, to, count, true));
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
					const cudaGraphEdgeData *edges, size_t count)
{
	struct call call = CALL_ENTER_OR_RETURN;

	(void)edges;
	return call_leave(&call, change_edges(&call, graph, from, to, count, false));
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct node *n = node_find(&call, node);
	size_t kept = 0;
	struct graph *g;

	if (!n)
		return call_leave(&call, cudaErrorInvalidValue);
	g = n->graph;
	for (size_t i = 0; i < g->n; i++) {
		node_unfollow(g->nodes[i], n);
		if (g->nodes[i] != n)
			g->nodes[kept++] = g->nodes[i];
	}
	g->n = kept;
	node_free(n);
	return call_leave(&call, cudaSuccess);
}

/* ---- the calls: a drawing ---- */

static const char *type_name(enum cudaGraphNodeType type)
{
	static const char *const names[] = {
		[cudaGraphNodeTypeKernel] = "kernel", [cudaGraphNodeTypeMemcpy] = "memcpy", [cudaGraphNodeTypeMemset] = "memset",
		[cudaGraphNodeTypeHost] = "host", [cudaGraphNodeTypeGraph] = "graph", [cudaGraphNodeTypeEmpty] = "empty",
		[cudaGraphNodeTypeWaitEvent] = "wait for event", [cudaGraphNodeTypeEventRecord] = "record event",
		[cudaGraphNodeTypeConditional] = "conditional", [cudaGraphNodeTypeMemAlloc] = "allocate",
		[cudaGraphNodeTypeMemFree] = "free",
	};

	return type < sizeof names / sizeof *names && names[type] ? names[type] : "node";
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned int flags)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct graph *g = graph_find(&call, graph);
	FILE *out = g && path ? fopen(path, "we") : NULL;

	(void)flags;
	if (!out)
		return call_leave(&call, g && path ? cudaErrorOperatingSystem : cudaErrorInvalidValue);
	fputs("digraph dot {\n", out);
	for (size_t i = 0; i < g->n; i++) {
		fprintf(out, "\tn%zu [label=\"%zu: %s\"];\n", i, i, type_name(g->nodes[i]->type));
		for (size_t k = 0; k < g->nodes[i]->nbefore; k++)
			for (size_t from = 0; from < g->n; from++)
				if (g->nodes[from] == g->nodes[i]->before[k])
					fprintf(out, "\tn%zu -> n%zu;\n", from, i);
	}
	fputs("}\n", out);
	return call_leave(&call, fclose(out) ? cudaErrorOperatingSystem : cudaSuccess);
}
