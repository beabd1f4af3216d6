/*
 * races.h - connects the check between operations (check_async.h) to the queue.
 */
#ifndef WARPBOOK_CUDART_CHECK_RACES_H
#define WARPBOOK_CUDART_CHECK_RACES_H

#include <stdbool.h>
#include <stdint.h>

void races_start(void);
/*
 * Do the checks need the exact bytes that a kernel uses? They do if there is more than one stream, or memory that the
 * host can access at the same time.
 */
struct kernel_op;
bool races_want_ranges(const struct kernel_op *k);

struct op;
/*
 * Has the host waited for an operation that comes after this one? If their
 * order is unknown, any operation submitted after it counts.
 */
bool races_host_knows(const struct op *op, const struct op *waited);
/*
 * `op`, which has not run, turns out to wait for the operation of that number, whatever their order of submission; 0: for one
 * that is unknown, so that all that have run come before it.
 */
void races_follows(const struct op *op, uint64_t earlier);

#endif
