/*
 * guard.h - the host's own accesses to memory: of a device, which it can not touch, and of pinned or managed
 * buffers that pending work uses, which it must not touch yet.
 *
 * Theory: while a copy is pending, the pages that it will write are closed to the host, and those that it will
 * read, to its writes. While a kernel is pending, so are all managed buffers and the pinned ones that it was
 * given. The host's first access then is a SIGSEGV, which names the line. Of a copy it is known at once that
 * this is a mistake: it is told, the pages are opened, and the program goes on with the old bytes. What
 * a kernel touches is known only after it ran: so the pending kernels run then, and only if one of them
 * wrote what the host touches (or read what the host writes) is it told, then and later, until the host waits.
 */
#ifndef WARPBOOK_CUDART_CHECK_GUARD_H
#define WARPBOOK_CUDART_CHECK_GUARD_H

#include "cudart/queue.h"

void guard_start(void);
/* The operation was handed in, and nobody waits for it yet. */
void guard_close(struct op *op);
/* It is about to run, or will never. */
void guard_open(struct op *op);
/* It has run: what other pending operations use is closed again. */
void guard_again(struct op *op);
/*
 * A function of the host's runs for `op`: what waits for that has not begun, and the function may touch what
 * it will use. Ends when the function has returned.
 */
void guard_lift(struct op *op);
void guard_lift_end(void);

#endif
