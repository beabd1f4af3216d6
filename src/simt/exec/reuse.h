/*
 * reuse.h - how soon a block loads the same sectors again: an estimate of what L1 serves, for the cost model (cost/cost.c).
 *
 * The executor notes the loads of global memory of SAMPLED blocks, up to a limit for each warp, and only those; other blocks pay
 * one test per access. Of the stores it notes how far their lanes are apart. The vm runs the warps of a block one after the
 * other, and a GPU runs them side by side. So a moment is a warp's own: the number of sectors that it has loaded so far. Two
 * loads of a sector, by any warps of the block, are as far apart as their moments. The model compares that with the sectors that
 * L1 holds for each warp of a full multiprocessor.
 *
 * The results do not depend on the number of host threads, nor on translations, which note the same loads in the same order.
 */
#ifndef WARPBOOK_SIMT_EXEC_REUSE_H
#define WARPBOOK_SIMT_EXEC_REUSE_H

#include "simt/exec/warp.h"

/* The block begins: its warps are noted if it is one of the sampled blocks. */
void reuse_begin(struct launch *l, struct cta *cta);
/* A load by a warp that is noted: device addresses of the lanes in mask, `bytes` each. */
void reuse_note(struct warp *w, struct site *s, const uint64_t *addr, uint32_t mask, uint32_t bytes);
/* The same for all lanes: lane l of half-warp h loads at at[h] + (l % 16) * stride[h], where the stride is 0 or `bytes`. */
void reuse_note_halves(struct warp *w, struct site *s, const uint64_t at[2], const uint64_t stride[2], uint32_t bytes);
/* A store by a warp that is noted: only how far the lanes are apart. */
void reuse_note_store(struct warp *w, struct site *s, const uint64_t *addr, uint32_t mask, uint32_t bytes);
/* The launch ends. */
void reuse_end(struct launch *l);
void reuse_free(struct reuse *r);

#endif
