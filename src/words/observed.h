/*
 * observed.h - a record of a CUDA program's run, as plain data: the runtime library tells of the run in a journal
 * (words/journal.h), its reader makes the record, and the judge compares it with a host exercise's rules.
 *
 * Times are virtual nanoseconds (src/timeline/timeline.h): the same in every run, never measured. Its reader's arena owns all
 * text. Places name the learner's file if it is known.
 */
#ifndef WARPBOOK_WORDS_OBSERVED_H
#define WARPBOOK_WORDS_OBSERVED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "words/finding.h"

/* Calls of the runtime, gathered by name and place: a call in a loop is one row with `times` above 1. */
struct observed_call {
	const char *name;          /* as in api.def, without _ptsz and the like: "cudaMemcpyAsync" */
	struct source_place place; /* the innermost line in the program's own files */
	uint64_t times;
	uint64_t failed;           /* how many of them returned an error */
	int error;                 /* the first of these errors, a cudaError; 0: none */
	uint64_t ns;               /* the host's time for them, without waiting */
};

enum observed_kind {
	OBSERVED_COPY_IN,          /* host to device */
	OBSERVED_COPY_OUT,         /* device to host */
	OBSERVED_COPY_WITHIN,      /* on one device */
	OBSERVED_COPY_PEER,        /* between devices */
	OBSERVED_SET,              /* memset */
	OBSERVED_KERNEL,
	OBSERVED_HOST_FUNCTION,
	OBSERVED_MIGRATION,        /* of managed memory, prefetched or on demand */
	OBSERVED_KIND_COUNT
};

/* Finished work of a stream, in order of submission. */
struct observed_op {
	enum observed_kind kind;
	const char *what;          /* the call, or the kernel's name as written: "saxpy" */
	struct source_place place; /* of the call */
	uint32_t device;           /* the device of its stream */
	uint32_t stream;           /* 0: the default stream; others in order of creation; one per thread for ptds */
	bool asynchronous;         /* the call may return before the work is done: an ...Async copy, a kernel */
	bool pinned;               /* copies: the host's side is pinned, mapped or managed memory */
	bool graph;                /* a node of a graph that was launched */
	bool timed;                /* lies between two events whose time the program asked for, one of the first of such times */
	uint64_t bytes;            /* copies and sets */
	uint64_t read_in;          /* copies to a device: the memory, by its address, in which an operation has read what this one
				      brought; 0: none has */
	uint64_t brought;          /* bytes of its results that the host can read, and that were not the host's own: what the
				      device computed */
	uint64_t hash;             /* copies to a device: observed_hash of the host's bytes; 0: none, or rows apart from each other */
	struct dim3u grid, block;  /* kernels */
	uint64_t shared;           /* kernels: dynamic shared memory, bytes */
	uint64_t start_ns, end_ns;
	uint32_t because;          /* what allowed it to begin: from 1, in ops and then in host; 0: nothing. For drawings alone */
};

/* Objects that the calls of one line created and that still exist: allocations, streams, events, graphs. */
struct observed_made {
	const char *what;          /* the call that made it: "cudaMalloc" */
	struct source_place place; /* of that call */
	uint64_t count;            /* created there and not yet released */
	uint64_t bytes;            /* of memory, in total; 0 for other things */
};

/* Work and waits that delayed the end of the run, by line; a line can have a row of each kind. */
enum observed_cost_kind {
	OBSERVED_COST_WORK,        /* operations on the chain that the last one's end depends on */
	OBSERVED_COST_WAIT,        /* waits of the host for work that was not done */
	OBSERVED_COST_KIND_COUNT
};
struct observed_cost {
	enum observed_cost_kind kind;
	enum observed_kind work;   /* for WORK; otherwise 0 */
	const char *what;          /* the call, or the kernel's name */
	struct source_place place;
	uint64_t times;            /* for WAIT: all waits, on the chain or not */
	uint64_t ns;               /* for WORK: the operations' time. For WAIT: from its end until the next operation begins */
};

/* What kept a thread of the host busy: a call that takes time, or its wait for work that was not done. For drawings alone. */
struct observed_host {
	const char *what;          /* "cudaMalloc" */
	struct source_place place;
	uint32_t thread;           /* 0: the program's first */
	bool waits;
	uint64_t start_ns, end_ns;
	uint32_t because;          /* as an operation's: what a wait waited for */
};

/* The most memory of a kind in use at once, and the line that had allocated most of it; what NULL: none. */
struct observed_peak { uint64_t bytes; struct observed_made most; };

struct observed {
	struct observed_call *calls; size_t ncalls;   /* in order of their first call */
	struct observed_op *ops; size_t nops;
	uint64_t ops_dropped;      /* those beyond OBSERVED_OPS_MOST; the totals include them */
	struct observed_host *host; size_t nhost;     /* the first OBSERVED_OPS_MOST; waits come before calls */
	struct observed_made *leaks; size_t nleaks;   /* not released at the end */
	struct observed_cost *costs; size_t ncosts;
	uint64_t total_ns;         /* from the start of the first call to the end of the last operation */
	uint64_t waits;            /* calls in which the host waited for work that was not done */
	struct observed_peak device_memory, pinned_memory;
	/* The call that failed because warpbook_observe_fail asked for it; name NULL: none did. */
	struct { const char *name; struct source_place place; int error; const char *error_name; } forced;
	/* The first call after it that neither releases something nor asks for errors; name NULL: none. */
	struct { const char *name; struct source_place place; } after_forced;
	uint64_t can_fail;         /* the number of calls that warpbook_observe_fail could have made fail */
};

#define OBSERVED_OPS_MOST 16384

/* In the way of Fowler, Noll and Vo, but eight bytes in a step, with a shift that brings the high bits down. */
static inline uint64_t observed_hash(const void *bytes, size_t n)
{
	const unsigned char *p = bytes;
	uint64_t hash = UINT64_C(0xcbf29ce484222325), word;

	for (; n >= sizeof word; p += sizeof word, n -= sizeof word) {
		memcpy(&word, p, sizeof word);
		hash = (hash ^ word) * UINT64_C(0x100000001b3);
		hash ^= hash >> 29;
	}
	while (n--)
		hash = (hash ^ *p++) * UINT64_C(0x100000001b3);
	return hash ? hash : 1;
}

/* From the start of the first operation to the end of the last one, without the time for allocating and pinning. 0 for NULL. */
uint64_t observed_work_ns(const struct observed *o);

/*
 * A call's name as rules write it, *len characters: without the prefix of a launch and the suffix of a per-thread default stream.
 */
const char *observed_name(const char *name, size_t *len);

#endif
