/*
 * build.h - from a .cu file to a kernel that can be launched, or to a host program that can be run: the steps that the
 * learner's file and the reference solution have in common.
 */
#ifndef WARPBOOK_SESSION_BUILD_H
#define WARPBOOK_SESSION_BUILD_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "catalog/catalog.h"
#include "run/record.h"
#include "run/verdict.h"
#include "toolchain/toolchain.h"

struct numba_kernel;

struct build {
	const char *path;            /* as given */
	struct buf source;
	struct compilation compilation;
	const char *kernel;          /* mangled, in the arena given; of a host program the function's name */
	const char *program;         /* the host program's path; NULL: a kernel */
	const struct job_python *python; /* the program is Python's interpreter; NULL */
	const struct compiler *compiler; /* of a host program in CUDA C++ for the vm, which may ask for more to be compiled; else NULL */
	const char *toolkit;         /* CUDA's folder, where the program was built for a GPU; else NULL */
	bool scratch;                /* the program goes with the build, */
	const char *folder;          /* and so does this folder, if there is one */
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
/* The same for a source that is in no file, as if it were in that one; NULL: what is in the file. */
enum verdict build_text(struct build *b, const struct exercise *e, const char *path, const char *text, const struct compiler *compiler, int arch,
			struct arena *arena, struct error *err);
void build_release(struct build *b);
/* Is the file not a learner's: the reference solution, or what a lesson's experiment brings along (it has none)? */
bool build_is_reference(const struct exercise *e, const char *path);

/* The step for host exercises, in host_build.c: b->source has been read. */
enum verdict host_build(struct build *b, const struct exercise *e, const char *path, const struct compiler *compiler, int arch,
			struct arena *arena, struct error *err);
/* The same for one in Python, in host_python.c: the file has been compiled, and has the function. -1 with the error. */
int host_python(struct build *b, const struct exercise *e, const struct compiler *compiler, const char *folder,
		const char *parameters, struct arena *arena, struct error *err);
/* What Numba needs to know of the exercise's kernel, in the arena. -1: no memory. */
int build_numba_kernel(const struct exercise *e, struct arena *arena, struct numba_kernel *out);
/* "int solve(const float *x, float *y, int n)": how the exercise declares it. NULL without memory. */
const char *host_declaration(const struct exercise *e, struct arena *arena);

#endif
