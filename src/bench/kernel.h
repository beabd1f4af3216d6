/*
 * kernel.h - finds the exercise's kernel in the compiler's output.
 *
 * It chooses the exact `.entry` by name and parameters, and the worker launches it by that name: nothing else in the
 * file runs.
 */
#ifndef WARPBOOK_BENCH_KERNEL_H
#define WARPBOOK_BENCH_KERNEL_H

#include "base/arena.h"
#include "base/error.h"
#include "catalog/catalog.h"
#include "ptx/ptx.h"

/*
 * The entry's name as in the module, allocated in the arena. NULL with the error (the learner's) when no entry has
 * that name, or it has other parameters. `const` and __restrict__ make no difference; the types that parameters point
 * to do.
 */
const char *kernel_find(const struct exercise *e, const struct ptx_module *m, struct arena *arena,
			struct error *err);

#endif
