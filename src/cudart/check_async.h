/*
 * check_async.h - what is wrong between operations: streams that race for memory, a host
 * that does not wait, memory freed while something still uses it.
 *
 * The caller tells what the program submits, in its order, with what each operation
 * has to wait for; when an operation has run, exactly which bytes it used; and what the
 * host waits for and touches. A race is two uses of the same bytes, at least one of
 * them a write, that nothing orders (happens.h): it does not matter in which order
 * they happened to run. Two kernels that write the even and the odd elements are none, and
 * atomic operations of both on one word are none.
 *
 *	check_async_submit -> check_async_used ... -> check_async_ran
 *	check_async_host_waits, check_async_host_uses, check_async_forget: in between, as they happen
 *
 * A use by the host while operations are pending that have not run yet is kept until
 * they have: whatever is pending must have run (or have told what it would use) before the
 * findings are asked for. Each pair of lines is told once, with the number of times.
 */
#ifndef WARPBOOK_CUDART_CHECK_ASYNC_H
#define WARPBOOK_CUDART_CHECK_ASYNC_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/finding.h"
#include "cudart/extents.h"

enum async_access {
	ASYNC_READ = 1,
	ASYNC_WRITE = 2,
	ASYNC_ATOMIC = 4, /* atomic operations alone; with READ or WRITE: plain accesses, too */
	ASYNC_FREE = 8,   /* the memory is given back: conflicts with everything */
};

/* Texts and files live as long as the checker. */
struct async_op {
	const char *what;   /* "kernel `scale`", "cudaMemcpyAsync" */
	const char *stream; /* "stream `s`", "the default stream" */
	struct source_place place; /* of the call */
};

/* The runtime's own rows, kinds.def; the same shape as simt/check.h has. */
enum async_kind {
#define KIND(id, ...) ASYNC_##id,
#include "cudart/kinds.def"
#undef KIND
	ASYNC_KINDS
};
struct async_kind_row {
	const char *name;
	enum finding_level level;
	const char *headline, *fires;
};
extern const struct async_kind_row async_kind_rows[ASYNC_KINDS];

struct check_async;

/*
 * `memory` appends what the bytes are called ("d_x[0..255]"); asked when a race is first seen. NULL: addresses
 * are told. `ctx` is its.
 */
struct check_async *check_async_new(void (*memory)(void *ctx, uint64_t addr, uint64_t bytes, struct buf *out),
				    void *ctx, struct error *err);
void check_async_free(struct check_async *c);

/* All return 0, or -1 when out of memory. Ranges of one call are sorted and disjoint. */
int check_async_submit(struct check_async *c, const struct async_op *op, const uint32_t *after, size_t nafter,
		       uint32_t *number, struct error *err);
int check_async_used(struct check_async *c, uint32_t op, const struct async_range *ranges, size_t n,
		     struct error *err);
void check_async_ran(struct check_async *c, uint32_t op); /* nothing more will be told of it */
int check_async_host_waits(struct check_async *c, uint32_t op, struct error *err);
/* Host code (or a call on its behalf) at `place` used the bytes just now; `what`: "cudaFreeHost", NULL: host code. */
int check_async_host_uses(struct check_async *c, const struct async_range *range, const char *what,
			  const struct source_place *place, struct error *err);
/* The memory is gone, and others may get the address: nothing that was done to it counts any more. */
int check_async_forget(struct check_async *c, uint64_t addr, uint64_t bytes, struct error *err);

/* Findings in the order in which they were first seen, allocated in `arena`. */
int check_async_findings(const struct check_async *c, struct arena *arena, struct finding **findings, size_t *n,
			 struct error *err);

#endif
