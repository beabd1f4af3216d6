/*
 * order_cluster.h - the order that a cluster's barrier makes between its blocks. Part of check_order.h, which includes it.
 */
#ifndef WARPBOOK_SIMT_CHECK_ORDER_CLUSTER_H
#define WARPBOOK_SIMT_CHECK_ORDER_CLUSTER_H

#include "simt/check/check_order.h"

/* order_cluster.c: with a block; false: clusters are of one block. */
bool order_cluster_begin(struct order *o);
void order_cluster_end(struct order *o);
void order_clusters_release(struct order_grid *g);
/* The block's times start again. */
void order_cluster_lost(struct order *o);
void order_cluster_arrive(struct order *o, uint32_t warp, uint32_t phase, bool relaxed);
void order_cluster_pass(struct order *o, uint32_t warp, uint32_t phase);
/* Does the cluster's barrier order the word's access before what the block does now? */
bool order_clustered(const struct order *o, uint64_t word);

#endif
