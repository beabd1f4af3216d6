/*
 * happens_before.h - which of the device's operations are ordered before which.
 *
 * An operation (copy, kernel, memset, host function) is added when the program
 * submits it, with the operations that it must wait for: the previous one in its
 * stream, those of cudaStreamWaitEvent, those of the default stream's rules.
 * It is also ordered after everything that the host has waited for by then.
 * A wait of one host thread counts for all of them: threads may synchronise
 * in ways that the runtime does not see, and a missed race is better than a false one.
 *
 * Operations form chains, each ordered in itself, and an operation
 * stores the last one of every chain that is before it. A chain continues where
 * its end is before the new operation, so there are as many chains as operations
 * were ever unordered at one time, however many streams there are.
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
	bool ran;                  /* its accesses are all known */
	struct clock_vector clock; /* what is before it, itself included; empty when no query needs it any more */
};

struct happens {
	struct happens_op *ops;    /* by number */
	uint32_t nops, cap;
	uint32_t *tails;           /* operations in each chain */
	uint32_t nchains, chains_cap;
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
/* `a` is ordered before `b`, which has not run yet; or is `b`. */
bool happens_before(const struct happens *h, uint32_t a, uint32_t b);
/* The host has waited for it, and so for all before it. */
int happens_host_waits(struct happens *h, uint32_t op);
/* The host has waited for it, or for one that it is before. */
bool happens_host_knows(const struct happens *h, uint32_t op);
void happens_ran(struct happens *h, uint32_t op);
/* Every operation has run, and the host has waited for it; may become true a little late. */
bool happens_is_quiet(struct happens *h);

#endif
