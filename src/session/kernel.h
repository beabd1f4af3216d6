/*
 * kernel.h - is the kernel that the exercise asks for in what the compiler made?
 *
 * The exact `.entry` is chosen here, by name and parameters, and launched by
 * that name: whatever else a file brings along does not run.
 */
#ifndef WARPBOOK_SESSION_KERNEL_H
#define WARPBOOK_SESSION_KERNEL_H

#include "base/arena.h"
#include "base/error.h"
#include "catalog/catalog.h"
#include "ptx/ptx.h"

/*
 * The entry's name as in the module, allocated in the arena. NULL with the error (the
 * learner's) when there is none by that name, or when it has other parameters. `const` and
 * __restrict__ make no difference; the types that parameters point to do.
 */
const char *kernel_find(const struct exercise *e, const struct ptx_module *m, struct arena *arena,
			struct error *err);

#endif
