/*
 * experiment.h - runs the kernels of an experiment over their sweep: a chart's numbers.
 *
 * On the vm they are counted, so they come out the same everywhere; on a GPU they are times.
 */
#ifndef WARPBOOK_SESSION_EXPERIMENT_H
#define WARPBOOK_SESSION_EXPERIMENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"

/* nlabels values; NaN: nothing to show. least, most: between which repeated measurements lay; NULL: there is one value each. */
struct chart_series { const char *name; double *values, *least, *most; };

struct chart {
	const char *title;
	const char *axis;                 /* "stride" */
	const char **labels; size_t nlabels;
	const char *noun;                 /* "sectors per request" */
	bool logarithmic;
	struct chart_series *series; size_t nseries;
	const char *device;               /* "the virtual machine", "NVIDIA H200" */
	const char *lacks;                /* why the kernels in Python have no bars; NULL */
	bool timed;                       /* by a clock, not counted */
	double seconds;                   /* that it took to make */
};

struct experiment_options {
	const char *compiler, *device;    /* as attempt_options has them */
};

/* The chart lives in the arena. -1: the error says who has to act. */
int experiment_run(const char *lesson, const char *name, const struct experiment_options *options, struct arena *arena,
		   struct chart **chart, struct error *err);

/* { title, axis, labels, noun, device, timed, lacks, series: [ { name, values, least, most } ] }; the last two only of measured times */
json_t *chart_json(const struct chart *c);

#endif
