/*
 * limits.h - what the device refuses to launch, and how many blocks it holds.
 */
#ifndef WARPBOOK_SIMT_LIMITS_H
#define WARPBOOK_SIMT_LIMITS_H

#include "simt/lower/code.h"
#include "simt/simt.h"

/* -1 with result's end and error: a bad launch. */
int limits_check(const struct image *image, const struct simt_launch *args, struct simt_result *r);
/* Blocks of this size that are on the device at once; of a launch that limits_check() lets pass, at least 1. */
uint32_t limits_resident(const struct image *image, const struct simt_launch *args);

#endif
