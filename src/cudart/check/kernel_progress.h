/*
 * kernel_progress.h - the progress of a slow kernel.
 *
 * A kernel has no time limit but the one that people set, so those who wait see which one it is, and whether it advances: in a
 * terminal (WARPBOOK_PROGRESS) as one line that changes each second and disappears at its end, elsewhere as a line after 10 s,
 * 100 s and so on, with the line of the launch.
 */
#ifndef WARPBOOK_CUDART_CHECK_KERNEL_PROGRESS_H
#define WARPBOOK_CUDART_CHECK_KERNEL_PROGRESS_H

#include <stdint.h>

#include "cudart/call.h"

/* Reports how many blocks of a kernel (its mangled name), launched by that call, have ended. */
void kernel_progress(const char *kernel, const struct call_site *launch, uint64_t ended, uint64_t blocks);
/* The same for one that a signal has stopped: one line. */
void kernel_progress_stopped(const char *kernel, const struct call_site *launch, uint64_t ended, uint64_t blocks);
/* The kernel has ended: removes the line, and restarts the seconds for the next kernel. */
void kernel_progress_end(void);

#endif
