/* check_sync.h - barriers, masks and waits that never end: check_sync.c, check_stuck.c. Hooks as in hooks.h. */
#ifndef WARPBOOK_SIMT_CHECK_CHECK_SYNC_H
#define WARPBOOK_SIMT_CHECK_CHECK_SYNC_H

#include "simt/check/check_state.h"

/* check_sync.c */
void check_bad_barrier(void *ctx, const struct warp_place *w, uint32_t mask, const struct parting *x);
void check_bad_mask(void *ctx, const struct warp_place *w, enum mask_fault kind, uint32_t mask,
		    uint32_t wanted, const struct ptx_instr *at);
void check_early(void *ctx, const struct warp_place *w, uint32_t mask, const struct ptx_instr *at,
		 const struct ptx_instr *product);
void check_hang(void *ctx, const struct warp_place *w, uint32_t mask, const struct ptx_instr *at,
		bool deadlock);

/* check_stuck.c */
void check_waits(void *ctx, const struct warp_wait *x);
void check_stuck(void *ctx, uint64_t waiting);

#endif
