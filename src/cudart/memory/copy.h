/*
 * copy.h - copies and fills of every shape, as operations.
 *
 * A copy is a box of `width` bytes, `height` rows and `depth` slices, between two sides; a plain cudaMemcpy has one row. A side
 * is memory with a distance from row to row and from slice to slice; so are an array's texels (array.h).
 */
#ifndef WARPBOOK_CUDART_MEMORY_COPY_H
#define WARPBOOK_CUDART_MEMORY_COPY_H

#include "cudart/queue.h"

struct copy_side {
	uint64_t addr;         /* of the first byte to copy */
	size_t pitch, slice;   /* bytes from row to row, from slice to slice */
};

struct copy_op {
	struct op op;
	struct copy_side to, from;
	size_t width, height, depth;
};

struct fill_op {
	struct op op;
	struct copy_side to;
	uint32_t value;        /* the lowest bytes count */
	unsigned value_bytes;  /* 1, 2 or 4 */
	size_t width, height, depth; /* width in bytes */
};

extern const struct op_kind op_copy, op_fill;

/*
 * Checks the copy as hardware does at once (directions, bounds of device memory), and makes its operation; sets *made
 * to NULL, and returns success, if there is nothing to copy. A finding says what is wrong.
 */
cudaError_t copy_make(const struct call *call, const struct copy_side *to, const struct copy_side *from, size_t width,
		      size_t height, size_t depth, enum cudaMemcpyKind kind, struct copy_op **made);
/* The same for the parameters of cudaMemcpy3D. */
cudaError_t copy_make_box(const struct call *call, const struct cudaMemcpy3DParms *p, struct copy_op **made);
cudaError_t fill_make(const struct call *call, const struct copy_side *to, uint32_t value, unsigned value_bytes, size_t width,
		      size_t height, size_t depth, struct fill_op **made);

/*
 * Submits it to the stream; with `async` false it also waits, like the blocking calls. NULL: nothing to do. Copies of
 * pageable memory always wait.
 */
cudaError_t copy_submit(struct copy_op *copy, struct stream *s, bool async);
/* The same for a fill: a blocking one waits only if the host can access the memory. NULL: nothing to do. */
cudaError_t fill_submit(struct fill_op *fill, struct stream *s, bool async);

#endif
