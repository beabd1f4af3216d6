/*
 * race_quick.h - what check_race.c would do for half a warp's accesses to 16 granules, all at once.
 *
 * Nearly all accesses are reads of what was only read so far, or writes of what the same thread read
 * or none accessed. For these the new cells follow from the old ones without a branch, so the compiler
 * makes vector instructions of the 16 lanes; race_quick_body.h is compiled once per instruction set.
 *
 * A function either does exactly what check_race.c does for the lanes in their order, and returns true, or
 * changes nothing and returns false. It never has anything to report. Conditions that the caller sees to:
 * a plain access of one granule per lane; no handover between blocks in the launch, clocks that
 * did not run out, and no lanes of the warp that synchronised without the others.
 */
#ifndef WARPBOOK_SIMT_CHECK_RACE_QUICK_H
#define WARPBOOK_SIMT_CHECK_RACE_QUICK_H

#include "simt/check/check_state.h"

#define HALF_WARP (WARP_LANES / 2)

/* The warp that accesses, and its clocks. */
struct quick {
	struct checker *c;
	uint64_t me;           /* lane 0's shadow word */
	uint64_t barrier_word; /* words below are older than the block's last barrier, */
	uint64_t synced_word;  /* or than the warp's last .sync */
	uint64_t first_thread, block_threads, warp_first; /* warp_first: lane 0's thread number in the grid */
};

struct quick_table {
	/* Lanes first to first + 15 read, or write, the granules of 16 consecutive words of a single page. */
	bool (*reads)(const struct quick *q, uint64_t *words, unsigned first);
	bool (*writes)(const struct quick *q, uint64_t *words, unsigned first);
	/* The same for 16 consecutive cells of shared memory. *by_all: several warps read them all already. */
	bool (*shared_reads)(const struct quick *q, struct shadow_cell *cells, unsigned first, bool *by_all);
	bool (*shared_writes)(const struct quick *q, struct shadow_cell *cells, unsigned first);
};

/* For this machine; $WARPBOOK_ISA as for the executor. */
const struct quick_table *race_quick_choose(void);

extern const struct quick_table race_quick_base, race_quick_avx2, race_quick_avx512;

#endif
