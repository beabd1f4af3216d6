/*
 * touched.h - which bytes of which allocations a launch read and wrote.
 *
 * Marks are three bits per byte, in pages that are allocated at the first access, so that a launch's cost depends
 * on the memory that it uses, not on all memory.
 */
#ifndef WARPBOOK_SIMT_MEM_TOUCHED_H
#define WARPBOOK_SIMT_MEM_TOUCHED_H

#include "simt/hooks.h"
#include "simt/mem/mem.h"

struct touched;

struct touched *touched_new(struct simt_mem *m);
/* Also frees the marks of the allocations. */
void touched_free(struct touched *t);
/* One warp's legal access to global or constant memory; others are nothing to it. */
void touched_mark(struct touched *t, const struct warp_access *a);
/*
 * All marks as ranges in the arena, sorted, of equal kind and not adjoining within an allocation, but for the one at `but`. With
 * `tells_shadow` the bytes written count as initialised. -1: out of memory, now or in a mark before.
 */
int touched_collect(struct touched *t, uint64_t but, bool tells_shadow, struct arena *arena, struct simt_range **ranges, size_t *n);

/* mem.c: an allocation's bytes are gone. */
void touched_map_free(struct touched_map *map);

#endif
