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

#endif
