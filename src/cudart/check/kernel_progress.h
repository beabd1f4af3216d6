/*
 * kernel_progress.h - how far a slow kernel is, as one line on the terminal that goes when it ends.
 *
 * For people who wait (WARPBOOK_PROGRESS): a kernel has no limit of time but what they set, so they see whether it gets on.
 */
#ifndef WARPBOOK_CUDART_CHECK_KERNEL_PROGRESS_H
#define WARPBOOK_CUDART_CHECK_KERNEL_PROGRESS_H

#include <stdint.h>

/* A kernel (its mangled name) has run so many of its blocks to their end. Writes once a second at most, from the third on. */
void kernel_progress(const char *kernel, uint64_t ended, uint64_t blocks);
/* It has ended: the line is gone, and the next kernel's seconds begin. */
void kernel_progress_end(void);

#endif
