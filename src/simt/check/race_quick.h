/*
 * race_quick.h - does the work of check_race.c for half a warp's accesses to 16 granules in one step.
 *
 * Nearly all accesses are reads of granules that were only read so far, or writes of granules that only the same
 * thread accessed, or none. For these the new cells follow from the old ones without a branch, so the compiler
 * vectorises the 16 lanes; race_quick_body.h is compiled once per instruction set.
 *
 * A function either has exactly the effect of check_race.c on the lanes in their order, and returns true, or changes
 * nothing and returns false. It never has anything to report. The caller ensures these conditions: a plain access of
 * one granule per lane; no handover between blocks in the launch, clocks that did not run out, and no lanes of the
 * warp that synchronised without the others.
 */
#ifndef WARPBOOK_SIMT_CHECK_RACE_QUICK_H
#define WARPBOOK_SIMT_CHECK_RACE_QUICK_H

#include "simt/check/check_state.h"

#define HALF_WARP (WARP_LANES / 2)

/* The warp that accesses, and its clocks. */
struct quick {
	struct checker *c;
	uint64_t me;           /* lane 0's shadow word */
	uint64_t barrier_word; /* smaller words are older than the block's last barrier, */
	uint64_t synced_word;  /* or than the warp's last .sync */
	uint64_t first_thread, block_threads, warp_first; /* warp_first: lane 0's thread number in the grid */
	unsigned spread;       /* each lane accesses 1 << spread granules, at most 4 */
};

/* An access, and the place of its shadow. */
struct span {
	struct quick q;
	const uint64_t *addr;
	const enum access_shape *shape;
	struct shadow *shadow;     /* of global memory; NULL: shared memory, */
	const struct block_state *block; /* of this block */
	uint64_t base;
	unsigned shift;            /* of the granules' size */
};

/* check_quick.c: prepares a plain access; false: it is not simple. `me` is lane 0's word. */
bool quick_begin(struct checker *c, const struct region *r, uint64_t me, struct span *s);
/* Of the whole warp, with known shapes: returns the lanes that remain to be checked, after the others. */
uint32_t quick_access(const struct span *s, const struct warp_access *a);
/* A load or store by one lane, to elements that it does not share with another lane's store; false: nothing is done. */
bool quick_lane(const struct span *s, enum access_kind kind, uint32_t lane);

struct quick_table {
	/* Lane first + l / (1 << spread) reads, or writes, the granule of word l of 16 consecutive ones of a single page. */
	bool (*reads)(const struct quick *q, uint64_t *words, unsigned first);
	bool (*writes)(const struct quick *q, uint64_t *words, unsigned first);
	/* The same for 16 consecutive cells of shared memory. *by_all: several warps have already read them all. */
	bool (*shared_reads)(const struct quick *q, struct shadow_cell *cells, unsigned first, bool *by_all);
	bool (*shared_writes)(const struct quick *q, struct shadow_cell *cells, unsigned first);
};

/* Chooses the table for this machine; $WARPBOOK_ISA applies as for the executor. */
const struct quick_table *race_quick_choose(void);

extern const struct quick_table race_quick_base, race_quick_avx2, race_quick_avx512;

#endif
