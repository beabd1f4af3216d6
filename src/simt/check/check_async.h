/*
 * check_async.h - shared memory that not only the threads of its block use: asynchronous copies (check_async.c), other
 * asynchronous operations (check_proxy.c), and the other blocks of a cluster (check_cluster.c).
 */
#ifndef WARPBOOK_SIMT_CHECK_CHECK_ASYNC_H
#define WARPBOOK_SIMT_CHECK_CHECK_ASYNC_H

#include "simt/check/check_state.h"

/* check_async.c */
void check_copied(struct checker *c, const struct region *r);
static inline void check_async(struct checker *c, const struct region *r)
{
	if ((r->alloc ? r->block : r->memory)->copies)
		check_copied(c, r);
}
void async_checks_free(struct block_state *b);
void check_copy_begin(void *ctx, const struct warp_place *w, const struct warp_copy *x);
void check_copy_end(void *ctx, const struct warp_place *w, const struct warp_copy *x);

/*
 * check_proxy.c: shared memory that a thread writes and an asynchronous operation reads, of kernels that have such operations. A
 * use of it, as in hooks.h; bytes that such an operation reads or writes; events that order threads; a hook as in hooks.h.
 */
void proxy_access(struct checker *c, const struct warp_place *w, const struct warp_access *a);
void proxy_reads(struct checker *c, const struct warp_place *w, uint32_t lane, uint64_t at, uint64_t bytes,
		 const struct ptx_instr *by);
void proxy_writes(struct block_state *b, uint64_t at, uint64_t bytes);
void proxy_block_synced(struct block_state *b);
void proxy_warp_synced(struct block_state *b, uint32_t warp);
void proxy_fenced(void *ctx, const struct warp_place *w, uint32_t mask);
void proxy_forget(struct block_state *b);

/* check_cluster.c: a use of another block's shared memory; the end of a block; a use after that end. A hook as in hooks.h. */
void check_peer(struct checker *c, const struct region *r);
void check_peers_end(struct checker *c, struct block_state *b);
void check_peer_ended(struct checker *c, const struct warp_place *w, uint32_t mask, const struct ptx_instr *at,
		      enum access_kind kind, uint32_t owner);
void check_cluster(void *ctx, const struct warp_place *w, uint32_t mask, uint32_t phase, enum cluster_step step);

#endif
