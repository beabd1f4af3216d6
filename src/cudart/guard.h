/*
 * guard.h - the host's own accesses to memory: of a device, which it can not touch, and of pinned or managed
 * buffers that pending work owns, which it must not touch yet.
 *
 * Theory: a page that an operation not yet done will write is given no access, one that it will read, no
 * write access. The first access of the host then is a SIGSEGV, which names the line; the page is opened and the program
 * goes on with what is there, which is what it would see on hardware on a bad day.
 */
#ifndef WARPBOOK_CUDART_GUARD_H
#define WARPBOOK_CUDART_GUARD_H

#include "cudart/queue.h"

void guard_start(void);

#endif
