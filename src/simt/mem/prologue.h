/*
 * prologue.h - what a kernel that may begin early uses before it waits for the work before it.
 *
 * griddepcontrol.wait makes that work visible to all of the grid, so one thread may wait for its block, and tell the others at a
 * barrier: a block's accesses count as early until the first of its threads has waited. The runtime decides whether they
 * conflict with another operation.
 */
#ifndef WARPBOOK_SIMT_MEM_PROLOGUE_H
#define WARPBOOK_SIMT_MEM_PROLOGUE_H

#include "base/arena.h"
#include "simt/hooks.h"
#include "simt/simt.h"

struct prologue;

struct prologue *prologue_new(uint64_t blocks);
void prologue_free(struct prologue *p);
void prologue_waited(struct prologue *p, uint32_t block);
/* Ignores all but global memory. */
void prologue_access(struct prologue *p, uint32_t block, const struct warp_access *a);
/* All of it in the arena, in no order. -1: out of memory, now or earlier. */
int prologue_collect(const struct prologue *p, struct arena *arena, struct simt_range **ranges, size_t *n);

#endif
