/*
 * experiment.h - kernels, or functions of the host, that a lesson runs over a sweep, to show what comes of it.
 *
 * An experiment is lessons/NN_topic/NAME.{lua,cu}; lessons/README.md describes the Lua file. Its params,
 * cases and launch are an exercise's, so is its data; nothing is judged.
 */
#ifndef WARPBOOK_CATALOG_EXPERIMENT_H
#define WARPBOOK_CATALOG_EXPERIMENT_H

#include "catalog/catalog.h"

struct experiment {
	struct exercise *exercise;   /* its params and cases; `kernel` is set by who runs one. Owns all below */
	const char *title;
	const char **kernels; size_t nkernels; /* all with the same parameters: a row of the chart for each */
	const char *sweep;           /* the case variable that is varied */
	const struct metric *metric; /* what is shown on the vm; on a GPU it is the time. NULL of the host: the modelled time */
	bool logarithmic;
	const char *source_path;     /* of the .cu file */
};

int experiment_open(struct experiment **x, const char *lesson, const char *name, struct error *err);
void experiment_close(struct experiment *x);

#endif
