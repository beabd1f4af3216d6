/*
 * sweep.h - a kernel over sizes of its data, compared with the reference solution: a case's size, halved and doubled.
 *
 * On the vm the work is counted and the time modelled for a GPU, never measured; on a GPU the time is the median of 21 runs. The
 * sizes start from the exercise's measured case (bench_case_to_show), the device's own or another's. The sweep does not judge.
 */
#ifndef WARPBOOK_SWEEP_SWEEP_H
#define WARPBOOK_SWEEP_SWEEP_H

#include "catalog/gpu.h"
#include "sweep/experiment.h"

/* One version at one size. */
struct sweep_point {
	double seconds;              /* modelled, or measured on a GPU */
	const char *limit;           /* the resource that limits its speed, as modelled; NULL on a GPU */
	uint64_t instructions, sectors; /* of warps, of global memory; 0 on a GPU */
	uint64_t blocks, threads;    /* in the grid, in a block */
	uint64_t longest_warp;       /* instructions of the warp that executed the most; 0 on a GPU */
	uint64_t shared_bytes;       /* of a block, static and dynamic; 0 on a GPU */
	struct case_counter *counters; size_t ncounters; /* all of the vm's counters; none on a GPU */
};

struct sweep_row {
	const char *name;            /* of the case: "n = 4096" */
	const char *label;           /* of the size that varies: "4096" */
	uint64_t bytes;              /* of all arrays */
	struct sweep_point own, reference;
};

struct sweep {
	const char *exercise, *path, *compiler, *device, *axis;
	bool timed;                  /* measured on a GPU */
	struct gpu gpu;              /* for which times are modelled */
	struct sweep_row *rows; size_t nrows;
	struct chart *time, *work;   /* work NULL on a GPU */
	const char *note;            /* what was left out, and why; NULL: nothing */
};

struct sweep_options {
	const char *compiler, *device, *gpu; /* as attempt_options has them */
	const char *values;          /* "n=256,1024": one variable of the case, other values; NULL: all sizes, halved and
					doubled */
	const char *sizes;           /* "vm" or "gpu": the device for whose measured case the sizes are; NULL: for the one that
					runs it */
	double seconds;              /* starts no size that would probably end later; 0: 10 */
};

/*
 * Returns -1 with the error also for a host exercise, and for a kernel that does not finish. Everything in *s lives in the arena.
 */
int sweep_run(const char *id, const char *path, const struct sweep_options *options, struct arena *arena, struct sweep *s,
	      struct error *err);

void sweep_csv(const struct sweep *s, struct buf *out);
void sweep_text(const struct sweep *s, struct buf *out); /* the table alone: lesson.h draws the charts */
/*
 * { exercise, file, compiler, device, times: "modelled" | "measured", modelled_on, axis, note, rows: [ { case, size, bytes,
 * yours: POINT, reference: POINT, ratio } ], charts }; POINT: { seconds, limit, instructions, sectors, gb_per_s, blocks, threads,
 * longest_warp, shared_bytes, counters: { name: number } }
 */
json_t *sweep_json(const struct sweep *s);

#endif
