/*
 * expectations.h - expected values that several attempts share: for attempts at the same exercise with the same seed, compiler
 * and device, the reference solution runs once. It serves callers that judge many files in one process: a class, an author.
 *
 * Any number of threads may use one pool. The first to ask makes the values, the others wait for them. The pool never keeps a
 * failure: the next thread that asks tries again.
 */
#ifndef WARPBOOK_BENCH_EXPECTATIONS_H
#define WARPBOOK_BENCH_EXPECTATIONS_H

#include <stdint.h>

#include "bench/bench.h"

struct expectations;      /* the pool */
struct expectations_entry;

/* NULL when out of memory. Free it only after the last attempt that uses it. */
struct expectations *expectations_new(void);
void expectations_free(struct expectations *p);
/* How often values were made, and how often they were already there. Both may be NULL. */
void expectations_count(struct expectations *p, uint64_t *made, uint64_t *shared);

/*
 * The entry for x's exercise and bench, held until expectations_release. *ready: x has the values. Otherwise x must make
 * them and call expectations_made. NULL, without memory: x makes its own values.
 */
struct expectations_entry *expectations_hold(struct expectations *p, struct expectation *x, bool *ready);
/* Moves x's values into the pool if they are good; x goes on using them. */
void expectations_made(struct expectations *p, struct expectations_entry *e, struct expectation *x);
void expectations_release(struct expectations *p, struct expectations_entry *e);

#endif
