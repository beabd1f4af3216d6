/*
 * modelled.h - estimates the time of a kernel on the modelled GPU from what the vm counted. This is not a measurement, and every
 * text that shows it says so.
 */
#ifndef WARPBOOK_WORKER_MODELLED_H
#define WARPBOOK_WORKER_MODELLED_H

#include "cost/cost.h"
#include "words/finding.h"
#include "worker/record.h"

/* The launch that produced a case's counters. */
struct modelled_launch {
	struct dim3u grid, block;
	uint32_t dynamic_shared;
	uint64_t touched;          /* bytes of its buffers */
	const struct cost_gpu *gpu; /* NULL: the H200 */
};

struct modelled {
	double seconds;            /* 0: nothing was counted */
	const char *limit;         /* the resource that limits the speed: "DRAM"; NULL: nothing was counted */
};
struct modelled modelled_kernel(const struct modelled_launch *launch, const struct case_result *result);

#endif
