/*
 * limits.h - which launches the device rejects, and how many blocks are resident.
 */
#ifndef WARPBOOK_SIMT_LIMITS_H
#define WARPBOOK_SIMT_LIMITS_H

#include "simt/code.h"
#include "simt/simt.h"

/* The clusters of the launch: {1,1,1} if it has none. */
struct dim3u limits_cluster(const struct image *image, const struct simt_launch *args);
/* -1 with result's end and error: a bad launch. */
int limits_check(const struct image *image, const struct simt_launch *args, struct simt_result *r);
/* Blocks of this size that are resident on the device at once; at least 1 for a launch that limits_check() accepts. */
uint32_t limits_resident(const struct image *image, const struct simt_launch *args);

#endif
