/*
 * build.h - turns a .cu file into a kernel to launch, or a host program to run: the steps that the learner's file and
 * the reference solution share.
 */
#ifndef WARPBOOK_BENCH_BUILD_H
#define WARPBOOK_BENCH_BUILD_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "catalog/catalog.h"
#include "toolchain/toolchain.h"
#include "worker/record.h"
#include "worker/verdict.h"

struct numba_kernel;

struct build {
	const char *path;            /* as given */
	struct buf source;
	struct compilation compilation;
	const char *kernel;          /* mangled, in the given arena; of a host program the function's name */
	const char *program;         /* the host program's path; NULL: a kernel */
	const struct job_python *python; /* the program is Python's interpreter; NULL */
	const struct compiler *compiler; /* of a host program in CUDA C++ for the vm, which may ask for more to be compiled; else
					    NULL */
	const char *toolkit;         /* CUDA's folder, where the program was built for a GPU; else NULL */
	bool scratch;                /* the program goes with the build, */
	const char *folder;          /* and so does this folder, if there is one */
	const char *const *labels;   /* per parameter: the name it has in the source */
};

/*
 * Reads and compiles the file, checks it, and finds the kernel. `arch`: the GPU's architecture, as compile_for takes
 * it; 0 for the vm. Returns PASSED, or the verdict that a learner gets when that step fails, with the error filled
 * (for COMPILE_ERROR the diagnostics say more).
 */
enum verdict build_run(struct build *b, const struct exercise *e, const char *path,
		       const struct compiler *compiler, int arch, struct arena *arena, struct error *err);
/* The same for a source text that replaces the contents of that file; NULL: the file's own contents. */
enum verdict build_text(struct build *b, const struct exercise *e, const char *path, const char *text,
			const struct compiler *compiler, int arch, struct arena *arena, struct error *err);
void build_release(struct build *b);
/* Is the file ours rather than a learner's: the reference solution, or part of a lesson's experiment (which has none)? */
bool build_is_reference(const struct exercise *e, const char *path);

/* The step for host exercises, in host_build.c: b->source has been read. */
enum verdict host_build(struct build *b, const struct exercise *e, const char *path, const struct compiler *compiler, int arch,
			struct arena *arena, struct error *err);
/* The same for a Python host exercise, in host_python.c: the file is compiled, and has the function. -1 with the error. */
int host_python(struct build *b, const struct exercise *e, const struct compiler *compiler, const char *folder,
		const char *parameters, struct arena *arena, struct error *err);
/* The description of the exercise's kernel that Numba needs, in the arena. -1: no memory. */
int build_numba_kernel(const struct exercise *e, struct arena *arena, struct numba_kernel *out);

#endif
