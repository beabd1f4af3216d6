/*
 * queue.h - operations: the work that a program submits to a stream, run when something waits for it.
 *
 * Theory: an asynchronous call appends an operation to the queue and returns. Nothing runs until the host waits
 * (queue_run), and then only the operations on which it depends, in the order of their submission. So a result for
 * which the program did not wait is stale every time, where hardware shows it stale only sometimes. Edges between
 * operations are those of CUDA: the previous operation in the stream, the legacy default stream against the blocking
 * ones, events for which a stream waits.
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

/* The kind of an operation; one constant record per kind (copy.c, launch.c, event.c ...). */
struct op_kind {
	const char *name;     /* "copy", "kernel": shown in timelines */
	/*
	 * Runs it. A device error puts the device into an error state
	 * (device_fail), and the device's later operations are skipped.
	 */
	void (*run)(struct op *op);
	/* Frees what the fields own; NULL if they own nothing. */
	void (*release)(struct op *op);
	/* A second operation that does the same, not yet submitted (for graphs); NULL when out of memory. */
	struct op *(*clone)(const struct op *op);
	/* the cost is unknown before run() fills op->cost */
	bool costs_late;
	/* the end of the process has the same effect, so a program need not wait for it */
	bool ends_anyway;
	/*
	 * Of a kind that waits until memory has some value, and is parked meanwhile: nothing is left that could write it. Reports
	 * that and lets the next run() end it, or leaves it to another thread of the program. NULL: the kind waits for nothing.
	 */
	void (*stuck)(struct op *op);
};

/* Memory that an operation uses, on the host or a device; a kernel's is known only after it ran. */
enum op_life { LIFE_GOES_ON, LIFE_BEGINS, LIFE_ENDS };
struct op_range {
	uint64_t addr, bytes;
	bool write, atomic, early; /* early: a kernel that may begin early uses it before it waits */
	bool flags;                /* a kernel uses it by loads that may wait for another's write, or by stores for such loads */
	enum op_life life; /* allocated or freed in the stream's order: neither read nor written */
};

/* The engine of a device's timeline on which it runs. */
enum op_engine { ENGINE_NONE, ENGINE_TO_DEVICE, ENGINE_TO_HOST, ENGINE_ON_DEVICE, ENGINE_COMPUTE, ENGINE_HOST };

/* The head of every operation; a kind's own record begins with it. */
struct op {
	const struct op_kind *kind;
	struct op *prev, *next;    /* the list of all unfinished operations, in order of submission */
	uint64_t number;           /* in order of submission, from 1; 0: not submitted */
	struct stream *stream;
	int device;
	struct call call;          /* the call that submitted it */
	struct op **after;         /* predecessors that were unfinished when it was submitted, each held */
	size_t nafter;
	uint64_t *follows;         /* the numbers of all its direct predecessors, done or not */
	size_t nfollows;
	unsigned refs;
	bool done, skipped, wanted /* for queue.c */;
	bool parked;               /* it has begun and waits, a kernel for another's write: run() resumes it */
	bool moved;                /* a parked kernel that changed memory when it was resumed last */
	bool alone;                /* parked: nothing that the host has submitted can run before it ends */
	bool guarded, was_guarded, behind, late; /* for guard.c */
	bool calls;                /* its host function runs */
	uint64_t mark;             /* for op_has_others */
	bool signals;              /* it writes one word of host memory, which the host may poll meanwhile */
	bool shows_host;           /* a kernel that ran: its writes before a flag are visible when the host sees the flag */
	bool host_observes;        /* a kernel that ran: its atomic accesses are meant for the host too */
	/* For the timeline and the checks. */
	enum op_engine engine;
	uint64_t bytes;            /* moved */
	double flops;              /* of a library's kernel */
	bool pageable;             /* a copy from or to memory that is not pinned */
	bool staging;              /* the host waits until its bytes are in a buffer of the driver's, and not for the copy */
	uint64_t read_in;          /* a copy: the memory of a device, by its address, in which another operation has read what it brought */
	struct op_range *ranges;
	size_t nranges;
	double cost;               /* ns on the modelled device, valid when it is done */
};

/* A zeroed operation of `size` bytes with one reference; NULL when out of memory. */
struct op *op_new(const struct op_kind *kind, size_t size, const struct call *call);
void op_hold(struct op *op);
void op_drop(struct op *op);
/* Declares that it will read or write those bytes. false when out of memory. */
bool op_uses(struct op *op, uint64_t addr, uint64_t bytes, bool write);
/* Does it write any of those bytes? Of a kernel that is not known until it has run. */
bool op_writes(const struct op *op, uint64_t addr, uint64_t bytes);
/* Copies from the original to a clone: the engine, and the memory that it will use. false when out of memory. */
bool op_uses_same(struct op *op, const struct op *from);
/* Declares that it allocates or frees those bytes. */
bool op_owns(struct op *op, uint64_t addr, uint64_t bytes, enum op_life life);
/* Is there an unfinished operation besides `op` and those that wait for it? */
bool op_has_others(struct op *op);
/* `op` waits for `earlier` (which may be NULL or done). false when out of memory. */
bool op_follow(struct op *op, struct op *earlier);

/*
 * Appends it to the stream; while the stream is captured it becomes a node of the graph instead. Takes over the caller's
 * reference, even if it returns an error.
 */
cudaError_t op_submit(struct op *op, struct stream *stream);
/* The same, and waits for it: for the blocking calls. */
cudaError_t op_submit_and_run(struct op *op, struct stream *stream);

/* For the inner operations of a graph: it follows the operations given to op_follow, not the stream. Takes over the reference. */
void op_submit_beside(struct op *op, struct stream *stream);

/* The host waits for `op`: runs its predecessors and itself, if not done. */
void queue_run(struct op *op);
/*
 * The same, but the host does not wait: its next actions are not ordered after `op`. A kernel that waits for a write is parked
 * while other streams' operations run, which may write it, and so is a wait for memory. If none does, then it, and the operations
 * that follow it, are unfinished when this returns.
 */
void queue_do(struct op *op);
/* The same; if `op` is done then, the host has seen that, and counts as waiting for it. Is it? */
bool queue_see(struct op *op);
/*
 * The places in the program that have asked whether an operation is done, and heard that it is not. A place that asks again
 * polls. A program that asks at one place, at another, and goes on in any case must not get the answer that the work is done: on
 * hardware it may not be.
 */
#define ASKED_MOST 8
struct asked { uint64_t at[ASKED_MOST]; unsigned n; };
/* Has the same place asked before? (Or as many others as fit.) */
bool asked_again(struct asked *asked, const struct call_site *site);
/* The host asks whether `op` is done: runs it if it does not need the host, and then counts as waiting for it. */
void queue_ask(struct op *op);
/* The host does not wait: runs what all streams have ready until an operation has begun, ended or changed memory. False: none. */
bool queue_goes_on(void);
/* Has an operation run since the last call of this function? If so, parked kernels may find what they wait for. */
bool queue_has_run_ops(void);
/* The host waits for everything on a device, or with -1 on all devices. */
void queue_run_all(int device);
/* Is an operation parked, that is, may it wait for the host? */
bool queue_parked(void);
/* The first of the unfinished operations, by submission. */
struct op *queue_first(void);
/* Registers functions to call for each operation when it is submitted and when it has ended: checks, timeline. */
void queue_watch(void (*submitted)(struct op *op), void (*ended)(struct op *op));
/* The same for when the host has waited for an operation (which may have been done before) or, with NULL, as queue_run_all. */
void queue_watch_waits(void (*waited)(struct op *op, int device));

#endif
