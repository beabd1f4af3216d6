/*
 * races.h - the check between operations (check_async.h), joined to the queue.
 */
#ifndef WARPBOOK_CUDART_CHECK_RACES_H
#define WARPBOOK_CUDART_CHECK_RACES_H

#include <stdbool.h>
#include <stdint.h>

void races_start(void);
/*
 * Whether it matters exactly which bytes a kernel uses: there is more than one stream, or memory that the host
 * can touch meanwhile.
 */
bool races_want_kernels(void);

#endif
