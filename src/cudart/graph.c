/* graph.c - graphs. */
#include "config.h"

#include "cudart/graph.h"

cudaError_t graph_capture(struct stream *s, struct op *op)
{
	(void)s;
	(void)op;
	return cudaErrorNotSupported;
}
