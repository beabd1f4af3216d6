/*
 * timeline.h - virtual time: computes when operations of streams would begin and end on a modelled device.
 *
 * It works on plain data: nothing here runs a program or depends on the vm. The caller adds operations as the program
 * submits them, and sets their costs when it knows them, in any order; the times do not depend on that order.
 *
 * The model. Each host thread has a clock: calls and waits advance it, code between them costs nothing. An operation
 * is ready when the program has submitted it and all its predecessors have ended. Then it occupies its engine. A device has one
 * copy engine for each direction and one for copies inside it, each for one operation at a time, first ready first served;
 * and the multiprocessors, which kernels share. As many blocks of a kernel run as fit (`fit` is the number that an empty
 * device holds), in waves of equal length. The device places waiting blocks of several kernels by priority, then by the time
 * they became ready, then by submission. So a kernel of few blocks runs at the same time as others, the next kernel begins when
 * the last wave of a large one leaves room, and a kernel of higher priority is placed before waiting blocks of a lower one.
 * A kernel's own launches become ready while it runs, at the time when its block requested them; a grid ends when all grids that
 * it launched have ended, and leaves the multiprocessors when its own blocks have ended. The model ignores other ways in which
 * concurrent kernels slow each other down (memory bandwidth, L2).
 *
 *	timeline_new -> timeline_call, timeline_add, timeline_wait ... timeline_cost -> timeline_settle -> timeline_entries
 */
#ifndef WARPBOOK_TIMELINE_TIMELINE_H
#define WARPBOOK_TIMELINE_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum timeline_engine {
	TIMELINE_NONE,      /* uses no engine: events */
	TIMELINE_TO_DEVICE, TIMELINE_TO_HOST, TIMELINE_ON_DEVICE, TIMELINE_TO_PEER, /* copy engines */
	TIMELINE_COMPUTE,   /* the multiprocessors */
	TIMELINE_HOST,      /* the thread that runs host functions, one for each device */
	TIMELINE_CALLER,    /* a thread of the program */
	TIMELINE_ENGINES
};

enum timeline_kind {
#define KIND(name, engine, symbol, colour, what) TIMELINE_##name,
#include "timeline/timeline.def"
	TIMELINE_KINDS
};

/* The table as data. */
struct timeline_kind_row { enum timeline_engine engine; char symbol; const char *colour, *what; };
extern const struct timeline_kind_row timeline_kinds[TIMELINE_KINDS];
const char *timeline_engine_name(enum timeline_engine engine);

#define TIMELINE_UNKNOWN UINT64_MAX /* a cost that is not known yet */

/* The description of an operation. The timeline copies texts. All times are virtual nanoseconds. */
struct timeline_op {
	enum timeline_kind kind;
	unsigned device, stream;  /* numbers of streams are unique over all devices, but 0 is the default stream of each */
	unsigned thread;          /* the thread that submits it: 0 is the program's first */
	const char *name;         /* of the kernel or the call; NULL: the kind's */
	const char *file;         /* NULL, and line 0, when unknown */
	int line;
	uint64_t bytes;
	bool pinned;              /* copies: the host side is pinned */
	bool graph;               /* a node of a graph that was launched */
	int priority;             /* the stream's: lower goes first, as in CUDA */
	uint64_t blocks, fit;     /* kernels: blocks in the grid, and the number that an empty device holds; 0 counts as 1 */
	uint64_t lead;            /* launch latency: from when it could begin until it begins; its engine is free meanwhile */
	uint64_t cost;            /* ns alone on its engine; TIMELINE_UNKNOWN: timeline_cost sets it later */
	const size_t *after;      /* indices of earlier operations */
	size_t nafter;
};

/* An entry of the timeline: the operation as added, with start and end. */
struct timeline_entry {
	enum timeline_kind kind;
	unsigned device, stream, thread;
	const char *name, *file;  /* never NULL; "" for an unknown file */
	int line;
	uint64_t bytes;
	bool pinned, graph;
	bool known;               /* start and end are known */
	bool dropped;             /* never ran: no time, not drawn */
	uint64_t start, end;
	size_t because;           /* the entry whose end (or last wave) allowed it to begin; TIMELINE_NO_ENTRY: none */
	int priority;
	uint64_t blocks, fit, lead, cost;
	size_t parent;            /* the kernel that launched it; TIMELINE_NO_ENTRY: the host */
};

#define TIMELINE_NO_ENTRY SIZE_MAX

struct timeline;

/* `reach`: ns between a call and the arrival of its work at the device. NULL when out of memory. */
struct timeline *timeline_new(uint64_t reach);
void timeline_free(struct timeline *t);

#define TIMELINE_CALLS_MOST 100000u
/*
 * A call keeps the thread busy for this time. false when out of memory. name NULL: the thread's last call takes so much longer.
 * The first TIMELINE_CALLS_MOST calls with a name are kept for drawings; they are numbered from 0.
 */
bool timeline_call(struct timeline *t, unsigned thread, const char *name, uint64_t ns);
size_t timeline_ncalls(const struct timeline *t);
/* The thread submits an operation now. Returns its index, or TIMELINE_NO_ENTRY when out of memory. */
size_t timeline_add(struct timeline *t, const struct timeline_op *op);
#define TIMELINE_MOMENTS 1000000u /* the resolution of a kernel's own time */
/*
 * Adds an operation that the kernel `parent` launches when `moment` of its own time has passed; tail launches run at the kernel's
 * end: after its other launches, one after the other. Add it before the kernel has begun, that is before you set its cost.
 */
size_t timeline_child(struct timeline *t, const struct timeline_op *op, size_t parent, unsigned moment, bool tail);
/* The thread waits until these have ended; the wait is an entry too. TIMELINE_NO_ENTRY when out of memory. */
size_t timeline_wait(struct timeline *t, unsigned thread, const char *name, const char *file, int line,
		     const size_t *ops, size_t nops);
/* Sets the cost of an operation that was added with TIMELINE_UNKNOWN. */
void timeline_cost(struct timeline *t, size_t index, uint64_t ns);
/* Marks an operation that will never run: it takes no time and no engine. */
void timeline_drop(struct timeline *t, size_t index);

enum timeline_answer {
	TIMELINE_DONE,  /* its times are known */
	TIMELINE_NEEDS, /* they depend on a cost that is not set yet: *index is the operation without it */
};
/*
 * Finds the times of *index. Call it for an operation that the host has waited for: then no later submission can
 * come before it. (If one did, it would count as submitted when this one ended.)
 */
enum timeline_answer timeline_when(struct timeline *t, size_t *index);
/* The same for all operations. */
enum timeline_answer timeline_settle(struct timeline *t, size_t *index);
/* A thread's clock after its last call or wait; false with *needs an operation whose cost it depends on. */
bool timeline_now(struct timeline *t, unsigned thread, uint64_t *ns, size_t *needs);

/* All entries, by submission; valid until the next one is added. */
const struct timeline_entry *timeline_entries(const struct timeline *t, size_t *n);
/* The same, and after them the calls that were kept, as entries of kind HOST_CALL; NULL when out of memory. For drawings. */
const struct timeline_entry *timeline_all(struct timeline *t, size_t *n);

/* A call of the host, or its wait, that took time. */
bool timeline_is_busy_host(const struct timeline_entry *e);

/* ---- questions: functions over entries; those without times are skipped ------------------------------- */

#define TIMELINE_SET(kind) (1u << (kind)) /* a set of kinds is an OR of these */
#define TIMELINE_COPIES (TIMELINE_SET(TIMELINE_COPY_IN) | TIMELINE_SET(TIMELINE_COPY_OUT))

/* The start of the first and the end of the last entry of these kinds; false if there is none. */
bool timeline_extent(const struct timeline_entry *e, size_t n, unsigned kinds, uint64_t *start, uint64_t *end);
/* ns in which at least one entry of these kinds runs on the device (-1: on any). */
uint64_t timeline_busy(const struct timeline_entry *e, size_t n, unsigned kinds, int device);
/* ns in which both an entry of `a` and one of `b` run. */
uint64_t timeline_both(const struct timeline_entry *e, size_t n, unsigned a, unsigned b, int device);
/* That time as a share of the time of `a`, 0 to 1; 0 if no entry is of `a`. */
double timeline_overlap(const struct timeline_entry *e, size_t n, unsigned a, unsigned b);
/* ns between the first start and the last end of these kinds in which none of them runs. */
uint64_t timeline_idle(const struct timeline_entry *e, size_t n, unsigned kinds, int device);
/* The most entries that run at the same time. */
unsigned timeline_most_at_once(const struct timeline_entry *e, size_t n, unsigned kinds);
/* How often the host waited for work that had not ended yet. */
uint64_t timeline_waits(const struct timeline_entry *e, size_t n);
/*
 * The chain of entries that determines the end of the last one, from first to last: each began when the one
 * before it allowed it. Writes the last indices, `most` or fewer, and returns how many there are.
 */
size_t timeline_critical(const struct timeline_entry *e, size_t n, size_t *chain, size_t most);

#endif
