/*
 * blocks.h - the blocks of a cluster, which use each other's shared memory: cluster.c.
 */
#ifndef WARPBOOK_SIMT_EXEC_BLOCKS_H
#define WARPBOOK_SIMT_EXEC_BLOCKS_H

#include "simt/exec/warp.h"

/* cluster.c: an empty cluster, or NULL; it is freed when the last of its blocks leaves. */
struct cluster *cluster_new(uint32_t size);
/* Adds a block that has begun to the cluster. */
void cluster_join(struct cluster *c, struct cta *cta);
void cluster_leave(struct cta *cta);
/* The group arrives at the wait of the cluster's barrier, and passes or stays. */
void cluster_wait(struct warp *w, struct group *g);
/* The lanes have exited. */
void cluster_exit(struct warp *w, uint32_t mask);
/* Do some threads of the block wait for other blocks of the cluster? */
bool cluster_keeps(const struct cta *cta);
/* Do all its threads wait so? */
bool cluster_waits(const struct cta *cta);
/* Resolves an offset past the first slice of the shared window: spot->addr becomes an offset in that block's memory. */
bool cluster_resolve(struct warp *w, uint64_t bytes, struct spot *spot, enum fault_kind *why);

/* warp.c: gives a new warp its first frame, for the kernel: in so many bytes that are 0, at a multiple of 64. */
void warp_first_frame(struct warp *w, void *memory, const struct code *code);
size_t warp_first_bytes(const struct code *code);

#endif
