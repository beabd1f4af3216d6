/*
 * happens_before.h - decides which of the device's operations are ordered before which.
 *
 * An operation (copy, kernel, memset, host function) is added when the program submits it, with the operations for
 * which it must wait: the previous one in its stream, those of cudaStreamWaitEvent, those from the default stream's
 * rules. It is also ordered after everything for which the host has waited by then. A wait of one host thread counts
 * for all of them: threads may synchronise in ways that the runtime does not see, and a missed race is better than a
 * false one.
 *
 * Operations form chains, each ordered in itself, and an operation stores the last one of every chain that is before
 * it. A new operation continues a chain if the chain's end is before it, so there are only as many chains as
 * operations were ever unordered at one time, however many streams there are.
 */
#ifndef WARPBOOK_CUDART_CHECK_HAPPENS_BEFORE_H
#define WARPBOOK_CUDART_CHECK_HAPPENS_BEFORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The last operation of each chain, counted from 1; 0: none. Chains beyond `n` have none. */
struct clock_vector {
	uint32_t *at;
	uint32_t n;
};

struct happens_op {
	uint32_t chain, turn;      /* the turn-th operation of its chain */
	bool ran;                  /* all its accesses are known */
	struct clock_vector clock; /* the operations before it, itself included; empty when no query needs it any more */
};

struct happens {
	struct happens_op *ops;    /* by number */
	uint32_t nops;
	uint32_t *tails;           /* operations in each chain */
	size_t nchains;
	struct clock_vector host;  /* what the host has waited for */
	uint32_t oldest;           /* all operations below have run, and the host has waited for them */
	uint32_t next_pass;        /* at this number of operations, the next pass over the clocks */
};

/* A zeroed struct is valid and empty. */
void happens_release(struct happens *h);

/*
 * Its number in *op; 0, or -1 when out of memory. `after` are numbers of earlier ones, counted from `base`;
 * those below it are before everything.
 */
int happens_add(struct happens *h, const uint32_t *after, size_t n, uint32_t base, uint32_t *op);
/* Is `a` ordered before `b`, or the same operation? `b` must not have run yet. */
bool happens_before(const struct happens *h, uint32_t a, uint32_t b);
/* The host has waited for it, and so for everything before it. */
int happens_host_waits(struct happens *h, uint32_t op);
/* Has the host waited for it, or for one that comes after it? */
bool happens_host_knows(const struct happens *h, uint32_t op);
/*
 * `op`, which has not run, turns out to wait for `earlier`, whatever the order in which they were added; or, with HAPPENS_ALL,
 * for all that have run and all for which the host has waited. So do those that come after it. 0, or -1 when out of memory.
 */
#define HAPPENS_ALL UINT32_MAX
int happens_follows(struct happens *h, uint32_t op, uint32_t earlier);
void happens_ran(struct happens *h, uint32_t op);
/* Every operation has run, and the host has waited for it; may become true a little late. */
bool happens_is_quiet(struct happens *h);

#endif
