/*
 * uses.h - do two grids that run concurrently use the same bytes? A chapter of simt.h, which others include.
 */
#ifndef WARPBOOK_SIMT_USES_H
#define WARPBOOK_SIMT_USES_H

#include <stdbool.h>
#include <stdint.h>

#include "words/dim.h"
#include "words/finding.h"

struct simt_mem;

/*
 * A grid's uses of global memory, granule by granule, for the check of grids that run concurrently (check/check_uses.c). It
 * borrows the program's module; the caller frees it.
 */
struct simt_uses;
#define SIMT_WHOLE UINT32_MAX /* a moment before all uses */

/* One side of a clash. */
struct simt_user {
	const char *verb;        /* "read", "written", "updated atomically" */
	bool knows_thread;
	struct dim3u block, thread;
	struct source_place place; /* line 0: unknown */
};
struct simt_clash { char what[192]; struct simt_user first, second; };

/*
 * Do both grids use the same bytes so that their order matters? Ignores uses of `earlier` that are ordered before that moment of
 * it, the launch of a child; two writes of the same value, atomic operations, and data handed over by fences and flags. `later`
 * is the grid that ran last.
 */
bool simt_uses_clash(const struct simt_uses *earlier, uint32_t moment, const struct simt_uses *later, struct simt_clash *clash);
/* The uses of a copy, or with from 0 of a memset, in a kernel at that place. NULL when out of memory. */
struct simt_uses *simt_uses_moved(struct simt_mem *m, uint64_t to, uint64_t from, uint64_t bytes,
				  const struct source_place *place);
/* The name of a thread's own memory if the generic address is in it: "shared", "local"; else NULL. */
const char *simt_own_memory(uint64_t addr);
/* Bytes of memory; the second function frees most of them, after which threads are unknown. */
uint64_t simt_uses_weight(const struct simt_uses *u);
void simt_uses_shrink(struct simt_uses *u);
void simt_uses_free(struct simt_uses *u);

#endif
