/*
 * recorded.h - records launches for the debugger (src/debug), which steps through one of them in a separate process.
 *
 * WARPBOOK_RECORD names the file. Without WARPBOOK_RECORD_LAUNCH each launch becomes a line of JSON at its end; with it, the
 * launch of that number, counted from 1, is written with its code and all memory before it begins, and the program ends there.
 */
#ifndef WARPBOOK_CUDART_CHECK_RECORDED_H
#define WARPBOOK_CUDART_CHECK_RECORDED_H

#include "cudart/launch/launch.h"

void recorded_start(void);
/* The debugger shows which arrays the requested launch uses. */
bool recorded_wants_ranges(const struct kernel_op *k);
/* Called before a kernel begins. Does not return for the requested launch. */
void recorded_before(const struct kernel_op *k, const struct simt_launch *launch, struct simt_program *program);
/* Called after it has ended. */
void recorded_after(const struct kernel_op *k, const struct simt_result *r);

#endif
