/*
 * stream_value.h - operations that write a word, or wait until it has a value: in streams (stream_value.c), and as nodes of
 * graphs (batch_node.c).
 *
 * A node has a list of them, one after the other: a graph of its own, with a node for each. A memory barrier is none of them,
 * since operations run one after the other anyway.
 */
#ifndef WARPBOOK_CUDART_DRIVER_STREAM_VALUE_H
#define WARPBOOK_CUDART_DRIVER_STREAM_VALUE_H

#include "cudart/driver/driver.h"
#include "cudart/queue.h"

#define STREAM_VALUES_MOST 256 /* in a list */

/* Makes it without submitting it; *op NULL: on error, and for a barrier. */
cudaError_t stream_value_make(const struct call *call, const CUstreamBatchMemOpParams *p, struct op **op);
/* Makes the list a node of the graph into which the stream is captured. */
cudaError_t batch_node_capture(const struct call *call, struct stream *s, unsigned count, const CUstreamBatchMemOpParams *all);
/* What the calls of the node's own and those of nodes of any type do. */
cudaError_t batch_node_add(const struct call *call, CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t count,
			   const CUDA_BATCH_MEM_OP_NODE_PARAMS *p);
cudaError_t batch_node_set(const struct call *call, CUgraphNode node, const CUDA_BATCH_MEM_OP_NODE_PARAMS *p);
cudaError_t batch_node_set_exec(const struct call *call, CUgraphExec exec, CUgraphNode node,
				const CUDA_BATCH_MEM_OP_NODE_PARAMS *p);

#endif
