/*
 * cluster.h - the position of a block in its cluster. Numbers of blocks and of clusters run x first, then y, then z; so do
 * ranks.
 */
#ifndef WARPBOOK_SIMT_CLUSTER_H
#define WARPBOOK_SIMT_CLUSTER_H

#include <stdint.h>

#include "words/finding.h"

#define CLUSTER_MOST 16 /* blocks in a cluster */

/* The number of the block's cluster, and the block's rank in it. */
static inline uint64_t cluster_of(const struct dim3u *grid, const struct dim3u *cluster, uint64_t block, uint32_t *rank)
{
	uint64_t x = block % grid->x, y = block / grid->x % grid->y, z = block / grid->x / grid->y;

	*rank = (uint32_t)(x % cluster->x + cluster->x * (y % cluster->y + cluster->y * (z % cluster->z)));
	return x / cluster->x + grid->x / cluster->x * (y / cluster->y + (uint64_t)(grid->y / cluster->y) * (z / cluster->z));
}

/* The number of the block with that rank. */
static inline uint64_t cluster_block(const struct dim3u *grid, const struct dim3u *cluster, uint64_t number, uint32_t rank)
{
	uint64_t nx = grid->x / cluster->x, ny = grid->y / cluster->y;
	uint64_t x = number % nx * cluster->x + rank % cluster->x;
	uint64_t y = number / nx % ny * cluster->y + rank / cluster->x % cluster->y;
	uint64_t z = number / nx / ny * cluster->z + rank / cluster->x / cluster->y;

	return x + grid->x * (y + grid->y * z);
}

#endif
