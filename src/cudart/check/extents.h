/*
 * extents.h - a number for every byte of the address space, in runs.
 *
 *	addr   0x1000        0x1400   0x1600              0x2000
 *	       | state 3     | 7      | 0 (no extent)     | 3 ...
 *
 * The user defines the meaning of a state: check_async.c stores which operations used the bytes last. Runs are
 * sorted, disjoint, never of state 0, and neighbours differ.
 */
#ifndef WARPBOOK_CUDART_CHECK_EXTENTS_H
#define WARPBOOK_CUDART_CHECK_EXTENTS_H

#include <stddef.h>
#include <stdint.h>

/* Bytes that an operation used: several ranges are sorted by address and disjoint. */
struct async_range {
	uint64_t addr, bytes;
	unsigned how; /* enum async_access, or-ed */
};

struct extent {
	uint64_t start, end;
	uint32_t state;
};

struct extents {
	struct extent *at;
	size_t n, cap;
	struct extent *spare; /* the next version of `at` is built here */
	size_t spare_cap;
};

/* Returns the new state of bytes with `state`; EXTENTS_FAILED ends the walk. */
typedef uint32_t extents_next(void *ctx, uint32_t state, unsigned how, uint64_t addr, uint64_t bytes);
#define EXTENTS_FAILED UINT32_MAX

/* A zeroed struct is valid and empty. */
void extents_release(struct extents *e);
/* Asks for the new state of each run within the ranges. -1: out of memory, nothing has changed. */
int extents_change(struct extents *e, const struct async_range *ranges, size_t n, extents_next *next, void *ctx);

#endif
