/*
 * memory.h - a machine whose memory is full: the kernel then ends a process, by a signal that says nothing of the reason.
 *
 * The kernel counts the processes that it ends so (/proc/vmstat). A child that was killed while the count grew may be one of
 * them. Each child offers itself as the first to be ended, so that neither the workbook nor another program of the user is.
 */
#ifndef WARPBOOK_CHILD_MEMORY_H
#define WARPBOOK_CHILD_MEMORY_H

#include <stdint.h>

/* How many processes the kernel has ended for lack of memory; 0 if it does not say. */
uint64_t memory_kills(void);
/* What this machine has, or its container. */
uint64_t memory_of_machine(void);
/* For a child: makes only system calls. */
void memory_offer(void);

#endif
