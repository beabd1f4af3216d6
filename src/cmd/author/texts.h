/* texts.h - the state of a pack's translations. */
#ifndef WARPBOOK_CMD_AUTHOR_TEXTS_H
#define WARPBOOK_CMD_AUTHOR_TEXTS_H

#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"

/* A file of translations. untold, changed: sentences that it lacks, and messages whose original has changed or gone. */
struct texts_row {
	const char *path, *subject; /* "lessons/01_kernels/de.po" */
	size_t sentences, untold, changed;
	int line;                   /* of the first such message */
	const char *first;
};

/* All files of the last pack of the course; its lessons and exercises open with their English texts meanwhile. */
int texts_examine(struct arena *a, struct texts_row **rows, size_t *n, struct error *err);

#endif
