/*
 * demo_cpu.h - what a ladder's task takes without a GPU: NumPy on this machine's processor, measured by
 * src/python/warpbook_cpu.py.
 */
#ifndef WARPBOOK_SWEEP_DEMO_CPU_H
#define WARPBOOK_SWEEP_DEMO_CPU_H

#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "toolchain/python/python.h"

struct demo_cpu {
	struct python python;
	char script[PATH_MAX];
	const char *task;          /* "matmul" */
	char version[32];          /* NumPy's, after the first run */
};

/* Microseconds. */
struct demo_span { double median, least, most; };

/* false: *note, in the arena, says what is missing. */
bool demo_cpu_find(struct demo_cpu *c, const char *task, struct arena *arena, const char **note);
/*
 * 0, or 1 where there is nothing to measure with: no NumPy, or it failed, ran out of time or memory; then *note says so. -1: it
 * was interrupted.
 */
int demo_cpu_run(struct demo_cpu *c, int64_t n, double seconds, struct demo_span *span, struct arena *arena, const char **note,
		 struct error *err);

#endif
