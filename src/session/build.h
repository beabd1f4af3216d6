/*
 * build.h - from a .cu file to a kernel that can be launched: the steps that the learner's
 * file and the reference solution have in common.
 */
#ifndef WARPBOOK_SESSION_BUILD_H
#define WARPBOOK_SESSION_BUILD_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "catalog/catalog.h"
#include "run/verdict.h"
#include "toolchain/toolchain.h"

struct build {
	struct buf source;
	struct compilation compilation;
	const char *kernel;          /* mangled, in the arena given */
	const char *const *labels;   /* per parameter: the name it has in the source */
};

/*
 * `arch`: of the GPU that it is built for, as compile_for takes it; 0 for the vm.
 * Reads, compiles, checks and looks for the kernel. PASSED, or the verdict that the step which
 * failed comes to for a learner, with the error filled (for COMPILE_ERROR the
 * diagnostics tell more).
 */
enum verdict build_run(struct build *b, const struct exercise *e, const char *path,
		       const struct compiler *compiler, int arch, struct arena *arena, struct error *err);
void build_release(struct build *b);

#endif
