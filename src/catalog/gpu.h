/*
 * gpu.h - the GPUs whose times warpbook can model: the installed gpus/NAME.lua, and the learner's own in
 * ~/.config/warpbook/gpus, which take precedence.
 *
 *	return { name = "H200", called = "an H200", sms = { 132, "NVIDIA, data sheet" }, ... }
 *
 * cost/gpu.def lists the figures; each has its source beside it.
 */
#ifndef WARPBOOK_CATALOG_GPU_H
#define WARPBOOK_CATALOG_GPU_H

#include "base/arena.h"
#include "base/error.h"
#include "cost/cost.h"

/* The sources of the figures. */
struct gpu_sources {
#define GPU_FIGURE(name, least, most, what) const char *name;
#include "cost/gpu.def"
};

struct gpu {
	struct cost_gpu figures;
	struct gpu_sources sources;
	const char *path;            /* of its file */
};

/*
 * "h200", "RTX 4090": ignores capitals and blanks. NULL is the H200. The learner is at fault for an unknown name, and for a
 * mistake in a file of their own. All texts live in the arena.
 */
int gpu_open(const char *name, struct arena *arena, struct gpu *gpu, struct error *err);

/* The names that gpu_open accepts, sorted, in the arena. */
int gpu_list(struct arena *arena, const char ***names, size_t *n, struct error *err);

#endif
