/*
 * touched.h - records which bytes of which allocations a launch read and wrote.
 *
 * Marks are five bits per byte, in pages that are allocated at the first access, so that a launch's cost depends
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
/* Marks one warp's legal access to global or constant memory; ignores others. */
void touched_mark(struct touched *t, const struct warp_access *a);
/* Are these bytes, at an offset in the allocation, marked as read? */
bool touched_has_read(struct touched *t, const struct simt_allocation *a, uint64_t offset, uint64_t bytes);
/*
 * Marks of its own, for another host thread: `all` are all allocations, by address; NULL: out of memory. touched_join moves them
 * to the launch's.
 */
struct touched *touched_part(const struct touched *t, struct simt_allocation *const *all, size_t n);
void touched_join(struct touched *t, struct touched *part);
/*
 * All marks as ranges in the arena, sorted, each of one kind and as long as possible within an allocation; leaves out the
 * allocation at `but`. With `marks_shadow` the written bytes count as initialised. -1: out of memory, now or at an earlier mark.
 */
int touched_collect(struct touched *t, uint64_t but, bool marks_shadow, struct arena *arena, struct simt_range **ranges,
		    size_t *n);

/* mem.c: the allocation's bytes are freed. */
void touched_map_free(struct touched_map *map);

#endif
