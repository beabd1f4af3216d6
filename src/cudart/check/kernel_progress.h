/*
 * kernel_progress.h - the progress of a slow kernel, as one line on the terminal that disappears at its end.
 *
 * For people who wait (WARPBOOK_PROGRESS): a kernel has no time limit but the one they set, so they see whether it
 * advances.
 */
#ifndef WARPBOOK_CUDART_CHECK_KERNEL_PROGRESS_H
#define WARPBOOK_CUDART_CHECK_KERNEL_PROGRESS_H

#include <stdint.h>

/* Reports how many blocks of a kernel (its mangled name) have ended. Writes at most once a second, from the third on. */
void kernel_progress(const char *kernel, uint64_t ended, uint64_t blocks);
/* The kernel has ended: removes the line, and restarts the seconds for the next kernel. */
void kernel_progress_end(void);

#endif
