/*
 * managed_use.h - what the host uses of managed memory between two kernels that use it: for profiles.
 *
 * Theory: managed memory is a shared mapping then. When a kernel has ended, its pages leave the process's page table; the bytes
 * stay. Before the next kernel /proc/self/pagemap names the pages that the host, or a call of the system on its behalf, has
 * touched since. Nothing faults, and nothing that the program sees differs. A system without that file gives no answer.
 */
#ifndef WARPBOOK_CUDART_CHECK_MANAGED_USE_H
#define WARPBOOK_CUDART_CHECK_MANAGED_USE_H

#include "cudart/launch/launch.h"
#include "cudart/memory/memory.h"

/* One for each memory that moved, and each place with a launch before which it did. */
struct managed_use {
	struct call_site launch;
	uint64_t addr;        /* of the memory */
	char name[64];        /* "": unknown */
	uint64_t times, bytes; /* as pages */
};

/* Is it known what the host uses of this managed memory? Only for profiles; not of variables, nor of what the program moves. */
bool managed_use_tells(const struct memory *m);
/* The kernel is about to begin, unless a kernel launches it, or has ended. Only for profiles: settings.counters. */
void managed_use_begins(const struct kernel_op *k);
void managed_use_ended(const struct kernel_op *k);
/* A copy or a fill has run: of the memory that it used nothing is known until the next kernel. */
void managed_use_copied(const struct op *op);
const struct managed_use *managed_uses(size_t *n);
/* Launches before which the host had used managed memory. */
uint64_t managed_use_launches(void);

#endif
