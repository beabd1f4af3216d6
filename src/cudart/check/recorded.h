/*
 * recorded.h - launches written down for the debugger (session/recording.h), which steps through one in a process of its own.
 *
 * WARPBOOK_RECORD names the file. Without WARPBOOK_RECORD_LAUNCH each launch becomes a line of JSON when it has ended; with it, the
 * launch of that number, counted from 1, is written with its code and all memory before it begins, and the program ends there.
 */
#ifndef WARPBOOK_CUDART_CHECK_RECORDED_H
#define WARPBOOK_CUDART_CHECK_RECORDED_H

#include "cudart/calls/launch.h"

void recorded_start(void);
/* Before a kernel begins. It does not return from the launch that is wanted. */
void recorded_before(const struct kernel_op *k, const struct simt_launch *launch, struct simt_program *program);
/* Once it has ended. */
void recorded_after(const struct kernel_op *k, const struct simt_result *r);

#endif
