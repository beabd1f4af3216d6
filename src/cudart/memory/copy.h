/*
 * copy.h - copies and fills of every shape, as operations.
 *
 * A copy is a box of `width` bytes, `height` rows and `depth` slices, between two sides; a plain cudaMemcpy has one row. A side
 * is memory with a distance from row to row and from slice to slice; so are an array's texels (array.h).
 */
#ifndef WARPBOOK_CUDART_MEMORY_COPY_H
#define WARPBOOK_CUDART_MEMORY_COPY_H

#include "cudart/queue.h"
#include "words/finding.h"

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
	uint64_t value;        /* the lowest bytes count */
	unsigned value_bytes;  /* 1, 2, 4 or 8 */
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
cudaError_t fill_make(const struct call *call, const struct copy_side *to, uint64_t value, unsigned value_bytes, size_t width,
		      size_t height, size_t depth, struct fill_op **made);

/* ---- copy_check.c: mistakes that the source shows ---- */

/* A note if the rows of the host's array are not that far apart. `other` is on the device. */
void host_pitch_check(const struct call *call, const struct copy_side *host, const struct copy_side *other, size_t width,
		      bool is_source);
/* A note if the rows of memory with a pitch are not that far apart. role: "source". */
void pitch_check(const struct call *call, const struct copy_side *s, size_t height, const char *role);
/* Says that rows overlap, and returns the error for that. role: "source". */
cudaError_t pitch_reject(const struct call *call, const char *role, size_t width, size_t pitch);
/* Of copies from the device back to the host. */
void copy_short_check(const struct call *call, uint64_t from, uint64_t bytes);

/* ---- copy_variable.c: a variable in place of what it holds ---- */

/* Of copies between the host and a device. */
void copy_address_check(const struct call *call, uint64_t host, uint64_t device, uint64_t bytes, bool to_host);
/* Of copies and memsets with memory of a device. */
void copy_pointer_size_check(const struct call *call, uint64_t device, uint64_t bytes);
/* Has the size, its third argument, the `sizeof(h)` of a pointer h that it passes? */
bool copy_counts_pointer(const struct call *call);
/*
 * Is the argument `&d` of a pointer to a device's memory? Then it is reported. role: "source"; may_be_host: an address of the
 * host's is allowed, and may be meant for members in a row.
 */
bool copy_address_report(finding_kind kind, const struct call *call, uint64_t addr, const char *role, bool may_be_host);
/* Does the call say `&name`? Arguments come without it. */
struct source_place;
bool copy_of_address(const struct source_place *place, const char *name);

/*
 * Submits it to the stream; with `async` false it also waits, like the blocking calls. NULL: nothing to do. Copies of
 * pageable memory always wait.
 */
cudaError_t copy_submit(struct copy_op *copy, struct stream *s, bool async);
/* The same for a fill: a blocking one waits only if the host can access the memory. NULL: nothing to do. */
cudaError_t fill_submit(struct fill_op *fill, struct stream *s, bool async);

#endif
