/*
 * cost.h - durations on a modelled device: kernels on any GPU with a file gpus/NAME.lua, calls and copies on an H200.
 *
 * "Modelled on an H200, never measured": a kernel's time comes from the vm's counters for its PTX. See cost.c
 * for the model and tests/cudart/times.tsv for its error against an H200; it has not been compared with other GPUs. All times are
 * nanoseconds.
 */
#ifndef WARPBOOK_COST_COST_H
#define WARPBOOK_COST_COST_H

#include <stdbool.h>
#include <stdint.h>

#include "timeline/timeline.h"
#include "simt/simt.h"

/* The figures of a GPU (gpu.def), from gpus/NAME.lua. */
struct cost_gpu {
	const char *name, *called;   /* "H200"; "an H200", for people */
#define GPU_FIGURE(name, least, most, what) double name;
#include "cost/gpu.def"
};
extern const struct cost_gpu cost_h200; /* generated from gpus/h200.lua when warpbook is built */
#define COST_MACHINE cost_h200.called

/* A call's cost to its host thread; `bytes`: the bytes it allocates or pins, otherwise 0. Names as in api.def. */
uint64_t cost_call(const char *name, uint64_t bytes);
/* The time between the host's call and its arrival at the device. */
uint64_t cost_reach(void);
/* The launch latency: from the time an operation could begin until it begins. */
uint64_t cost_lead(enum timeline_kind kind);
/* How long a copy or set occupies its engine. */
uint64_t cost_move(enum timeline_kind kind, uint64_t bytes, bool pinned);

/* The time of a kernel of a library such as cuBLAS, for which the vm has no PTX. */
uint64_t cost_library(uint64_t bytes, double flops);

/* The number of blocks of this shape that an empty device can hold. Registers set no limit: PTX does not allocate them. */
uint64_t cost_fit(const struct cost_gpu *gpu, uint64_t threads, uint64_t shared_bytes);

/* Sets the counter of that name (simt/counters.def); others are ignored. */
void cost_count(struct simt_counts *counts, const char *name, uint64_t value);

struct cost_launch {
	const struct simt_counts *counts;
	uint64_t blocks, threads; /* in the grid, in a block */
	uint64_t shared_bytes;    /* of a block, static and dynamic */
	uint64_t touched;         /* bytes of memory that the kernel uses, or an upper bound; 0: unknown */
	uint64_t longest_warp;    /* instructions of the warp that executes the most; 0: all warps execute the same number */
	const struct cost_gpu *gpu; /* NULL: the H200 */
};

enum cost_limit {
	COST_LATENCY, COST_LOADS, COST_ISSUE, COST_DRAM, COST_L2, COST_L1, COST_SHARED, COST_ATOMICS, COST_SPECIAL, COST_DOUBLE,
		COST_TENSOR, COST_BLOCKS, COST_LIMITS
};
const char *cost_limit_name(enum cost_limit limit);

struct cost_kernel {
	uint64_t ns;
	uint64_t fit;
	enum cost_limit limit;     /* the resource that bounds it */
	double terms[COST_LIMITS]; /* ns that each resource alone would take; of COST_LATENCY and COST_LOADS, together: a warp
				      waits for both in turn */
};
struct cost_kernel cost_kernel(const struct cost_launch *launch);

/*
 * The share of the launch's time that `line` is responsible for, from 0 to 1: its part of each resource's work, weighted by how
 * much that resource adds to the time. The shares of lines whose counts add up to the launch's add up to 1,
 * except that a line may count a little too much for atomics at one address.
 */
double cost_share(const struct cost_launch *launch, const struct simt_counts *line);

#endif
