/*
 * numba_run.h - one confined Python that compiles with Numba (src/python/warpbook_compile.py): its private folder, its sandbox
 * and its limits. numba.h starts one for a file; numba_ready.h starts one before it knows the file.
 */
#ifndef WARPBOOK_TOOLCHAIN_PYTHON_NUMBA_RUN_H
#define WARPBOOK_TOOLCHAIN_PYTHON_NUMBA_RUN_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "child/proc.h"
#include "toolchain/toolchain.h"

#define NUMBA_CPU_SECONDS  20
#define NUMBA_MEMORY_BYTES ((uint64_t)4 << 30)
#define NUMBA_FILE_BYTES   ((uint64_t)64 << 20)
#define NUMBA_SCRATCH_BYTES ((uint64_t)96 << 20) /* all files together */
#define NUMBA_SCRIPT       "warpbook_compile.py"

struct numba_run {
	const struct compiler *compiler;
	char real[PATH_MAX];     /* the learner's folder as an absolute path; "": none */
	char shim[PATH_MAX];     /* the folder of the script */
	char script[PATH_MAX + 32];
	char folder[PATH_MAX];   /* private; "": none yet */
};

/* `theirs`: the learner's folder, or NULL. Creates nothing yet. */
int numba_run_init(struct numba_run *r, const struct compiler *c, const char *theirs, struct error *err);
/* Creates the private folder, with `inc`, a link to the learner's. */
int numba_run_prepare(struct numba_run *r, struct error *err);
/* Writes kernel.py into it. */
int numba_run_source(const struct numba_run *r, const char *source, size_t len, struct error *err);

/* For a script that asks for its task: see proc.h. */
struct numba_asked {
	int (*answer)(void *ctx, const char *question, struct buf *out);
	void *ctx;
	const volatile sig_atomic_t *stop;
};

/* Runs the script with the arguments (a list that ends with NULL) to its end. `asked`: NULL if it may ask no questions. */
int numba_run(const struct numba_run *r, const char *const *arguments, const struct numba_asked *asked,
	      struct proc_result *result, struct error *err);
/* Removes the private folder. */
void numba_run_release(struct numba_run *r);

#endif
