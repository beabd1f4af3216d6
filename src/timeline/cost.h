/*
 * cost.h - durations on a modelled device: an H200, from figures measured on one.
 *
 * "Modelled on an H200, never measured": a kernel's time here comes from the vm's counters for its PTX. See cost.c
 * for the model and tests/cudart/times.tsv for its error against the GPU. All times are nanoseconds.
 */
#ifndef WARPBOOK_TIMELINE_COST_H
#define WARPBOOK_TIMELINE_COST_H

#include <stdbool.h>
#include <stdint.h>

#include "timeline/timeline.h"
#include "simt/simt.h"

#define COST_MACHINE "an H200" /* the modelled device, for people */

/* A call's cost to its host thread; `bytes`: the bytes it allocates or pins, else 0. Names as in api.def. */
uint64_t cost_call(const char *name, uint64_t bytes);
/* The time from the host's call until the device sees it. */
uint64_t cost_reach(void);
/* The launch latency: from the time an operation could begin until it begins. */
uint64_t cost_lead(enum timeline_kind kind);
/* The time for which a copy or set uses its engine. */
uint64_t cost_move(enum timeline_kind kind, uint64_t bytes, bool pinned);

/* Blocks of this shape that an empty device holds at once. Registers set no limit: PTX does not have them. */
uint64_t cost_fit(uint64_t threads, uint64_t shared_bytes);

/* Sets the counter of that name (simt/counters.def); others are ignored. */
void cost_count(struct simt_counts *counts, const char *name, uint64_t value);

struct cost_launch {
	const struct simt_counts *counts;
	uint64_t blocks, threads; /* in the grid, in a block */
	uint64_t shared_bytes;    /* of a block */
	uint64_t touched;         /* bytes of memory that the kernel uses, or an upper bound; 0: unknown */
};

enum cost_limit {
	COST_LATENCY, COST_ISSUE, COST_DRAM, COST_L2, COST_L1, COST_SHARED, COST_ATOMICS, COST_SPECIAL, COST_DOUBLE, COST_LIMITS
};
const char *cost_limit_name(enum cost_limit limit);

struct cost_kernel {
	uint64_t ns;
	uint64_t fit;
	enum cost_limit limit;     /* the resource that bounds it */
	double terms[COST_LIMITS]; /* ns that each resource alone would take */
};
struct cost_kernel cost_kernel(const struct cost_launch *launch);

/* The same for counters that are known by name (simt/counters.def), as a record carries them; `counts` of the launch is not read. */
struct cost_kernel cost_kernel_named(const struct cost_launch *launch, uint64_t (*counter)(const void *ctx, const char *name),
				     const void *ctx);

#endif
