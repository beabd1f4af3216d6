/*
 * races.h - the check between operations (check_async.h), joined to the queue.
 */
#ifndef WARPBOOK_CUDART_CHECK_RACES_H
#define WARPBOOK_CUDART_CHECK_RACES_H

#include <stdbool.h>
#include <stdint.h>

void races_start(void);
/*
 * Whether the checks need exactly the bytes that a kernel uses: there is more than one stream, or memory that the host
 * can access at the same time.
 */
bool races_want_kernels(void);

struct op;
/* Has the host waited for an operation that this one is before? Where nothing is known of their order, for any that was submitted after it. */
bool races_host_knows(const struct op *op, const struct op *waited);

#endif
