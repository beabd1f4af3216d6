/*
 * graph.h - what the queue must know of graphs: that a captured stream's work goes there.
 */
#ifndef WARPBOOK_CUDART_GRAPH_H
#define WARPBOOK_CUDART_GRAPH_H

#include "cudart/queue.h"

/* Makes the operation a node of the graph that the stream is captured into. The caller keeps its reference. */
cudaError_t graph_capture(struct stream *s, struct op *op);

#endif
