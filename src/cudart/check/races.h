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
bool races_want_kernels(void);

struct op;
/* Has the host waited for an operation that comes after this one? If their order is unknown, any operation submitted after it counts. */
bool races_host_knows(const struct op *op, const struct op *waited);

#endif
