/*
 * experiment.h - runs the kernels of an experiment over their sweep: a chart's numbers.
 *
 * On the vm the values are counted, so they are the same everywhere; on a GPU they are times.
 */
#ifndef WARPBOOK_SWEEP_EXPERIMENT_H
#define WARPBOOK_SWEEP_EXPERIMENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"

/* nlabels values; NaN: nothing to show. least, most: the range of repeated measurements; NULL: there is one value each. */
struct chart_series { const char *name; double *values, *least, *most; };

struct chart {
	const char *title;
	const char *axis;                 /* "stride" */
	const char **labels; size_t nlabels;
	const char *noun;                 /* "sectors per request" */
	bool logarithmic;
	struct chart_series *series; size_t nseries;
	const char *device;               /* "the virtual machine", "NVIDIA H200" */
	const char *lacks;                /* why the kernels in Python have no bars; else NULL */
	bool timed;                       /* measured, not counted */
	double seconds;                   /* how long the measurement took */
};

/*
 * A copy of `like` in the arena, with room for `nlabels` labels and values; it has no labels yet. spread: also least and most.
 * NULL: no memory.
 */
struct chart *chart_new(const struct chart *like, size_t nlabels, bool spread, struct arena *arena);
/* " ±12%", of a series with least and most; " ±>99%" where the machine was too busy to say. */
const char *chart_spread(const struct chart_series *s, size_t label, char *out, size_t size);

struct experiment_options {
	const char *compiler, *device;    /* as attempt_options has them */
};

/* The chart lives in the arena. -1: the error names the party that has to act. */
int experiment_run(const char *lesson, const char *name, const struct experiment_options *options, struct arena *arena,
		   struct chart **chart, struct error *err);

/*
 * { title, axis, labels, noun, device, timed, lacks, series: [ { name, values, least, most } ] }; the last two only
 * for measured times
 */
json_t *chart_json(const struct chart *c);

#endif
