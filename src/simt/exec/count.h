/*
 * count.h - what an instruction and an access count: count.c.
 */
#ifndef WARPBOOK_SIMT_EXEC_COUNT_H
#define WARPBOOK_SIMT_EXEC_COUNT_H

#include "simt/exec/warp.h"

static inline void tally_add(struct tally *t, uint32_t mask)
{
	t->warps++;
	t->threads += (unsigned)__builtin_popcount(mask);
}

/* count.c: the cost of an access by the lanes in mask, `bytes` per lane. A sector has 32 bytes. */
uint32_t count_sectors(const uint64_t *addr, uint32_t mask, uint32_t bytes);
/* The same; seen[]: their numbers (address / 32), in the order of lanes. */
uint32_t distinct_sectors(const uint64_t *addr, uint32_t mask, uint32_t bytes, uint64_t seen[2 * LANES]);
void count_shared(struct site_counts *c, const uint64_t *addr, uint32_t mask, uint32_t bytes, bool load);
/* The slow path's counts: lanes of one access in one space; addresses as in struct warp_access. */
/* For atomics on global memory, in addition to count_access. */
void count_atomic_span(struct site *s, const uint64_t *addr, uint32_t mask);
void count_access(struct site_counts *c, const struct insn *i, enum ptx_space space, const uint64_t *addr, uint32_t mask);
/* Does it store, other than by an atomic operation? */
bool insn_stores(const struct insn *i);
int count_collect(struct launch *l, struct error *err);
/* Adds the counts of a stretch of blocks; stretches are added in order. */
void count_add(const struct image *image, struct site *sites, struct tally *tallies,
	       const struct site *more_sites, const struct tally *more_tallies);

#endif
