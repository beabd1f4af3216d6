/*
 * moves.h - unwritten memory that kernels moved, which is not a mistake by itself. When the program fetches a copy, the
 * report names the load that began it.
 */
#ifndef WARPBOOK_CUDART_CHECK_MOVES_H
#define WARPBOOK_CUDART_CHECK_MOVES_H

#include "cudart/launch/launch.h"
#include "cudart/memory/memory.h"

/* Keeps what the kernel moved; where the host sees the copy at once, it is reported now. */
void moves_keep(const struct kernel_op *k, const struct simt_result *r);
/* The host fetches unwritten bytes of that memory: reports the moves to it. False: there was none. */
bool moves_report(const struct memory *m);
/* The memory's record ends. */
void moves_forget(const struct memory *m);

#endif
