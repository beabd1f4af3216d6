/*
 * queue.h - operations: the work that a program hands to a stream, done when something waits for it.
 *
 * Theory: an asynchronous call appends an operation to the queue and returns. Nothing runs until the
 * host waits (queue_run), and then only the operations that what it waits for depends on, in the
 * order in which they were submitted. So a result that nobody waited for is stale every time, where
 * hardware would show it stale on a bad day. Edges between operations are those of CUDA: the one before
 * in its stream, the legacy default stream against the blocking ones, events waited for.
 *
 *	op_new -> (fields of its kind) -> op_submit(op, stream) -> queue_run(op) or another's
 */
#ifndef WARPBOOK_CUDART_QUEUE_H
#define WARPBOOK_CUDART_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cudart/call.h"

struct op;
struct stream;

/* What kind of operation it is; one constant record per kind (copy.c, launch.c, event.c ...). */
struct op_kind {
	const char *name;     /* "copy", "kernel": shown in timelines */
	/* Does it. A device error that it meets spoils the device (device_fail), and what follows there is skipped. */
	void (*run)(struct op *op);
	/* Releases what the fields own; NULL if nothing. */
	void (*release)(struct op *op);
	/* A second operation that does the same, not yet submitted (for graphs); NULL without memory. */
	struct op *(*clone)(const struct op *op);
};

/* Memory that an operation uses, on the host or a device; what a kernel touches is known after it ran. */
enum op_life { LIFE_GOES_ON, LIFE_BEGINS, LIFE_ENDS };
struct op_range {
	uint64_t addr, bytes;
	bool write, atomic;
	enum op_life life; /* allocated or freed in the stream's order: neither read nor written */
};

/* Where it spends its time: the engines of a device's timeline. */
enum op_engine { ENGINE_NONE, ENGINE_TO_DEVICE, ENGINE_TO_HOST, ENGINE_ON_DEVICE, ENGINE_COMPUTE, ENGINE_HOST };

/* The head of every operation; a kind's own record begins with it. */
struct op {
	const struct op_kind *kind;
	struct op *prev, *next;    /* of all that are not done, in order of submission */
	uint64_t number;           /* in order of submission, from 1; 0: not submitted */
	struct stream *stream;
	int device;
	struct call call;          /* that submitted it */
	struct op **after;         /* not done yet when it was submitted, each held */
	size_t nafter;
	uint64_t *follows;         /* the numbers of all its direct predecessors, done or not */
	size_t nfollows;
	unsigned refs;
	bool done, skipped, wanted /* queue.c's own */;
	bool guarded, was_guarded, behind; /* guard.c's own */
	/* For the timeline and the checks. */
	enum op_engine engine;
	uint64_t bytes;            /* moved */
	bool pageable;             /* a copy from or to memory that is not pinned */
	struct op_range *ranges;
	size_t nranges;
	double cost;               /* ns on the modelled device, known when it is done */
};

/* A zeroed operation of `size` bytes with one reference; NULL without memory. */
struct op *op_new(const struct op_kind *kind, size_t size, const struct call *call);
void op_hold(struct op *op);
void op_drop(struct op *op);
/* Says that it will read or write those bytes. false without memory. */
bool op_uses(struct op *op, uint64_t addr, uint64_t bytes, bool write);
/* What a clone takes over of its original: the engine, and the memory that it will use. false without memory. */
bool op_uses_same(struct op *op, const struct op *from);
/* And that it allocates or frees them. */
bool op_owns(struct op *op, uint64_t addr, uint64_t bytes, enum op_life life);
/* `op` waits for `earlier` (which may be NULL or done). false without memory. */
bool op_follow(struct op *op, struct op *earlier);

/*
 * Appends it to the stream; while the stream is captured it becomes a node of the graph instead. The caller's
 * reference is taken over, with an error too.
 */
cudaError_t op_submit(struct op *op, struct stream *stream);
/* And waits for it: what the blocking calls do. */
cudaError_t op_submit_and_run(struct op *op, struct stream *stream);

/* For the inner operations of a graph: it follows what op_follow was told, not the stream. The reference is taken over. */
void op_submit_beside(struct op *op, struct stream *stream);

/* The host waits for `op`: runs what it needs and itself, if that is not done. */
void queue_run(struct op *op);
/* The same without a wait of the host's: what it does next is not ordered after `op`. */
void queue_do(struct op *op);
/* The host waits for everything of a device, of all devices with -1. */
void queue_run_all(int device);
/* The operations not done, by submission. */
struct op *queue_first(void);
/* Told of each operation when it was submitted and when it ended: checks, timeline. */
void queue_watch(void (*submitted)(struct op *op), void (*ended)(struct op *op));
/* Told when the host has waited, for an operation (which may have been done before) or, with NULL, as queue_run_all. */
void queue_watch_waits(void (*waited)(struct op *op, int device));

#endif
