/*
 * experiment.h - kernels or host functions that a lesson runs for several values of a variable, to show the results.
 *
 * An experiment is lessons/NN_topic/NAME.{lua,cu}; lessons/README.md describes the Lua file. It has params,
 * cases, launch and data like an exercise, but no judge. If it has a twin in Python, NAME.py, whose kernels have the same
 * names, each runs in both languages.
 */
#ifndef WARPBOOK_CATALOG_EXPERIMENT_H
#define WARPBOOK_CATALOG_EXPERIMENT_H

#include "catalog/catalog.h"

struct experiment {
	struct exercise *exercise;   /* its params and cases; the runner sets `kernel`. Owns all fields below */
	const char *title;
	const char **kernels; size_t nkernels; /* all with the same parameters; each has a row in the chart */
	const char *sweep;           /* the case variable that varies */
	const struct metric *metric; /* the figure shown on the vm; a GPU shows the time. NULL for host functions: the modelled
					time */
	bool logarithmic;
	const char *source_path;     /* of the .cu file */
	const char *python_path;     /* of the .py file; NULL: none */
};

int experiment_open(struct experiment **x, const char *lesson, const char *name, struct error *err);
void experiment_close(struct experiment *x);

#endif
