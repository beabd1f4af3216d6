/* batch_node.c - nodes of graphs that write words and wait for them: stream_value.h. */
#include "config.h"

#include "cudart/driver/stream_value.h"
#include "cudart/graph/graph.h"

#define TYPE ((enum cudaGraphNodeType)CU_GRAPH_NODE_TYPE_BATCH_MEM_OP)

/* The list as a chain of nodes, which the caller owns. */
static cudaError_t chain_make(const struct call *call, unsigned count, const CUstreamBatchMemOpParams *all, struct graph **chain)
{
	struct graph *g = graph_new();
	struct node *last = NULL;
	cudaError_t error = g ? cudaSuccess : cudaErrorMemoryAllocation;

	for (unsigned i = 0; i < count && error == cudaSuccess; i++) {
		struct op *op;

		error = stream_value_make(call, &all[i], &op);
		if (op && !(last = node_add(g, TYPE, op, &last, last != NULL)))
			error = cudaErrorMemoryAllocation;
	}
	if (error != cudaSuccess && g)
		graph_free(g);
	else if (g)
		g->is_inner = true;
	*chain = error == cudaSuccess ? g : NULL;
	return error;
}

static cudaError_t list_check(unsigned count, const CUstreamBatchMemOpParams *all, unsigned flags)
{
	return flags || !all || !count || count > STREAM_VALUES_MOST ? cudaErrorInvalidValue : cudaSuccess;
}

/* Gives the chain and the list to the node. */
static cudaError_t node_fill(struct node *n, struct graph *chain, unsigned count, const CUstreamBatchMemOpParams *all)
{
	if (n->child)
		graph_free(n->child);
	n->child = chain;
	return node_keep_values(n, all, count * sizeof *all) ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t batch_node_capture(const struct call *call, struct stream *s, unsigned count, const CUstreamBatchMemOpParams *all)
{
	struct graph *chain;
	struct node *n;
	cudaError_t error = chain_make(call, count, all, &chain);

	if (error != cudaSuccess)
		return error;
	error = graph_capture_node(s, TYPE, NULL, &n);
	if (error == cudaSuccess)
		return node_fill(n, chain, count, all);
	graph_free(chain);
	return error;
}

cudaError_t batch_node_add(const struct call *call, CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t count,
			   const CUDA_BATCH_MEM_OP_NODE_PARAMS *p)
{
	struct graph *g = graph_find(call, (cudaGraph_t)graph), *chain;
	struct node *n;
	cudaError_t error = g && node && p && (before || !count) ? list_check(p->count, p->paramArray, p->flags)
								  : cudaErrorInvalidValue;

	if (error == cudaSuccess)
		error = chain_make(call, p->count, p->paramArray, &chain);
	if (error != cudaSuccess)
		return error;
	n = node_add(g, TYPE, NULL, (struct node *const *)before, count);
	if (!n) {
		graph_free(chain);
		return cudaErrorInvalidValue;
	}
	*node = (CUgraphNode)n;
	return node_fill(n, chain, p->count, p->paramArray);
}

CUresult cuGraphAddBatchMemOpNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t count,
				  const CUDA_BATCH_MEM_OP_NODE_PARAMS *params)
	DRIVER_BODY(batch_node_add(&call, node, graph, before, count, params))

static unsigned count_of(const struct node *n)
{
	return (unsigned)(n->values_bytes / sizeof(CUstreamBatchMemOpParams));
}

static struct node *batch_find(const struct call *call, CUgraphNode node)
{
	struct node *n = node_find(call, (cudaGraphNode_t)node);

	return n && n->type == TYPE ? n : NULL;
}

static cudaError_t get(const struct call *call, CUgraphNode node, CUDA_BATCH_MEM_OP_NODE_PARAMS *p)
{
	struct node *n = batch_find(call, node);

	if (!n || !p)
		return cudaErrorInvalidValue;
	*p = (CUDA_BATCH_MEM_OP_NODE_PARAMS){ .count = count_of(n), .paramArray = n->values };
	return cudaSuccess;
}

CUresult cuGraphBatchMemOpNodeGetParams(CUgraphNode node, CUDA_BATCH_MEM_OP_NODE_PARAMS *params)
	DRIVER_BODY(get(&call, node, params))

static cudaError_t set(const struct call *call, struct node *n, const CUDA_BATCH_MEM_OP_NODE_PARAMS *p)
{
	struct graph *chain;
	cudaError_t error = n && p ? list_check(p->count, p->paramArray, p->flags) : cudaErrorInvalidValue;

	if (error == cudaSuccess)
		error = chain_make(call, p->count, p->paramArray, &chain);
	return error == cudaSuccess ? node_fill(n, chain, p->count, p->paramArray) : error;
}

cudaError_t batch_node_set(const struct call *call, CUgraphNode node, const CUDA_BATCH_MEM_OP_NODE_PARAMS *p)
{
	return set(call, batch_find(call, node), p);
}

CUresult cuGraphBatchMemOpNodeSetParams(CUgraphNode node, const CUDA_BATCH_MEM_OP_NODE_PARAMS *params)
	DRIVER_BODY(batch_node_set(&call, node, params))

/* In an executable graph addresses, values and conditions may change, and nothing else. */
cudaError_t batch_node_set_exec(const struct call *call, CUgraphExec exec, CUgraphNode node,
				const CUDA_BATCH_MEM_OP_NODE_PARAMS *p)
{
	const struct exec *e = exec_find(call, (cudaGraphExec_t)exec);
	const struct node *original = batch_find(call, node);
	struct node *n = e && original ? node_copy_in(e->graph, original) : NULL;

	if (!n || !p || p->count != count_of(n) || !p->paramArray)
		return cudaErrorInvalidValue;
	for (unsigned i = 0; i < p->count; i++)
		if (p->paramArray[i].operation != ((const CUstreamBatchMemOpParams *)n->values)[i].operation)
			return cudaErrorInvalidValue;
	return set(call, n, p);
}

CUresult cuGraphExecBatchMemOpNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_BATCH_MEM_OP_NODE_PARAMS *params)
	DRIVER_BODY(batch_node_set_exec(&call, exec, node, params))
