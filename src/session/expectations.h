/*
 * expectations.h - expected values that several attempts share: of the same exercise, with the same seed, compiler and device,
 * the reference solution need not run for each of them. For those who judge many files in one process: a class, an author.
 *
 * Any number of threads may use one pool. The first that asks makes the values, the others wait for them. Values that could
 * not be made are never kept: the next thread that wants them tries again.
 */
#ifndef WARPBOOK_SESSION_EXPECTATIONS_H
#define WARPBOOK_SESSION_EXPECTATIONS_H

#include <stdint.h>

#include "session/bench.h"

struct expectations;      /* the pool */
struct expectations_entry;

/* NULL when out of memory. Freed when no attempt that uses it is left. */
struct expectations *expectations_new(void);
void expectations_free(struct expectations *p);
/* How often values were made, and how often they were there. Both may be NULL. */
void expectations_count(struct expectations *p, uint64_t *made, uint64_t *shared);

/*
 * The entry for x's exercise and bench, held until expectations_release. *ready: x has the values. Otherwise x is to make
 * them and to call expectations_made. NULL, without memory: x makes values of its own.
 */
struct expectations_entry *expectations_hold(struct expectations *p, struct expectation *x, bool *ready);
/* Takes x's values over if they are good: x goes on using them. */
void expectations_made(struct expectations *p, struct expectations_entry *e, struct expectation *x);
void expectations_release(struct expectations *p, struct expectations_entry *e);

#endif
