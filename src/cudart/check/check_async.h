/*
 * check_async.h - faults between operations: streams that race for memory, and memory freed while another stream
 * still uses it. (guard.h handles host accesses that come too early.)
 *
 * The caller reports each operation that the program submits, in order, with the operations for which it must wait;
 * after an operation has run, exactly which bytes it used; and what the host waits for. A race is two uses of the
 * same bytes, at least one of them a write, without an order between them (happens_before.h): the order in which they
 * happened to run does not matter. Two kernels that write the even and the odd elements do not race, nor do atomic
 * operations of both on one word. The checker reports each pair of calls once.
 *
 *	check_async_submit -> check_async_used ... -> check_async_ran, with check_async_host_waits as it happens
 */
#ifndef WARPBOOK_CUDART_CHECK_CHECK_ASYNC_H
#define WARPBOOK_CUDART_CHECK_CHECK_ASYNC_H

#include "base/buf.h"
#include "base/error.h"
#include "cudart/call.h"
#include "cudart/check/extents.h"
#include "words/finding.h"

enum async_access {
	ASYNC_READ = 1,
	ASYNC_WRITE = 2,
	ASYNC_ATOMIC = 4, /* atomic operations alone; with READ or WRITE: plain accesses, too */
	ASYNC_FREE = 8,   /* the memory is freed: conflicts with every use */
	ASYNC_ALLOC = 16, /* the memory is allocated: the same */
	/*
	 * Flags. A kernel that asks comes after those that have told, or have updated the flag: so report what it asks first.
	 * Asking does not conflict with telling.
	 */
	ASYNC_ASK = 32,   /* reads with loads that may wait for another's write */
	ASYNC_TELL = 64,  /* with WRITE: writes one word at a time, for those that ask */
};

struct async_op {
	struct call call;    /* the call that submitted it */
	const char *kernel;  /* its mangled name, which lives as long as the checker; NULL: not a kernel */
	const void *stream;  /* for words->stream */
	bool early;          /* the part of a kernel before it waits for the one before it in its stream */
};

/* Functions that supply words for findings, and one that receives the findings. */
struct async_words {
	void (*memory)(void *ctx, uint64_t addr, uint64_t bytes, struct buf *out); /* "d_x[0] to d_x[255]" */
	void (*stream)(void *ctx, const void *stream, struct buf *out);           /* "stream s", "the default stream" */
	/* kind: of findings.def. The texts are valid only during the call. */
	void (*reported)(void *ctx, finding_kind kind, const struct call *call, const struct call *other,
			 const char *advice, const char *message);
	void *ctx;
};

struct check_async;

struct check_async *check_async_new(const struct async_words *words, struct error *err);
void check_async_free(struct check_async *c);

/* All return 0, or -1 when out of memory. Ranges of one call are sorted and disjoint. */
int check_async_submit(struct check_async *c, const struct async_op *op, const uint32_t *after, size_t nafter,
		       uint32_t *number, struct error *err);
int check_async_used(struct check_async *c, uint32_t op, const struct async_range *ranges, size_t n,
		     struct error *err);
void check_async_ran(struct check_async *c, uint32_t op); /* the caller will report no more accesses of it */
int check_async_host_waits(struct check_async *c, uint32_t op, struct error *err);
/* happens_follows, of numbers here */
int check_async_follows(struct check_async *c, uint32_t op, uint32_t earlier, struct error *err);
/* the host has waited for it, or for one that comes after it */
bool check_async_host_knows(const struct check_async *c, uint32_t op);

#endif
