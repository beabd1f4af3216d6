/*
 * numba_ready.h - a confined Python that has imported Numba before the learner saves, so that a verdict takes only as long as
 * their kernel needs.
 *
 * It is the same process that numba_compile would start, in the same sandbox and with the same limits; inside, it waits
 * for the file. It compiles one file and ends: no learner's code ever runs in a process that serves another file. A process that
 * does not fit (another folder, another Python) is ended unused, and numba_compile starts its own as usual.
 */
#ifndef WARPBOOK_TOOLCHAIN_PYTHON_NUMBA_READY_H
#define WARPBOOK_TOOLCHAIN_PYTHON_NUMBA_READY_H

#include <stdbool.h>

#include "child/proc.h"
#include "toolchain/python/numba_run.h"

struct numba_ready;

/* Owns at most one process at a time. NULL: no memory. */
struct numba_ready *numba_ready_new(void);
/* Ends the process, and waits for its end. Ignores NULL. */
void numba_ready_free(struct numba_ready *p);

/* Starts one for the folder of a Python file, on a thread of its own, unless there is one. Ignores other files and p == NULL. */
void numba_ready_start(struct numba_ready *p, const char *file);

/* The task for the process: see numba_compile. */
struct numba_task {
	const char *label, *kernel, *parameters, *kind; /* kind: NULL for a kernel */
	const char *source;
	size_t len;
};

/*
 * True if the process fits `want` (whose private folder does not exist yet) and ran the task: then *result is its result, and
 * want->folder is its private folder.
 */
bool numba_ready_take(struct numba_ready *p, struct numba_run *want, const struct numba_task *task, struct proc_result *result);

#endif
