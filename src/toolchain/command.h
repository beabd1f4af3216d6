/*
 * command.h - the command line that compiles the file in a private folder to PTX.
 *
 * Every compilation runs in a private folder under fixed names, so that no name
 * chosen by a learner (a file called `--options-file=evil.cu`, a folder with a
 * comma) ever appears on a command line:
 *
 *	kernel.cu    the learner's bytes, after a #line that gives their own name
 *	kernel.ptx   the result
 *	kernel.cubin machine code for one GPU architecture, if requested
 *	kernel.d     the list of files that the compiler read
 *	kernel.pch   the precompiled header, where that is made
 *	inc          a link to the learner's folder, for #include "..."
 *	inc1, ...    links to folders that the source's program named, for #include <...> as well
 */
#ifndef WARPBOOK_TOOLCHAIN_COMMAND_H
#define WARPBOOK_TOOLCHAIN_COMMAND_H

#include <stddef.h>

#include "toolchain/toolchain.h"

#define COMMAND_SOURCE "kernel.cu"
#define COMMAND_OUTPUT "kernel.ptx"
#define COMMAND_CUBIN "kernel.cubin"
#define COMMAND_FILES "kernel.d"
#define COMMAND_PRELUDE "kernel.pch"
#define COMMAND_INCLUDES "inc"

struct command {
	const char *argv[72 + 4 * COMPILE_FOLDERS]; /* NULL at the end; points into the compiler, `headers` and `arch` */
	size_t argc;
	char arch[40];
};

/* The product: PTX for the vm, PTX that a GPU's driver can link, or (nvcc only) machine code as well. */
enum command_goal { COMMAND_FOR_VM, COMMAND_FOR_DRIVER, COMMAND_FOR_GPU };

/*
 * The architecture for each attempt. For the vm nvcc makes PTX for 9.0, the vm's architecture, or the nearest that
 * this nvcc knows. Otherwise the oldest architecture comes first, because its PTX runs on all newer GPUs; if the
 * compiler no longer supports it, the next attempt takes the next one. 0 past the end.
 */
int command_arch(enum compiler_kind kind, enum command_goal goal, size_t attempt);

/* Folders of headers for clang; they must outlive the command. */
struct command_headers {
	const char *device; /* ours */
	const char *alone;  /* its subfolder that replaces the C library */
	const char *api;    /* the runtime's, for a whole program, which uses the host's libraries; otherwise NULL */
	const char *prelude; /* cuda_runtime.h, precompiled (prelude.h); NULL: as text */
	const char *precompiles; /* a source with that header, to make the prelude of; otherwise NULL */
};

/*
 * The options, up to a NULL, with which this clang leaves a kernel's branches as the source has them:
 *  - They allow a function's argument that not every lane has set. Otherwise clang assumes that the branch that sets it is always
 *    taken; but CUDA's own samples share a value by `if (lane == 0) at = atomicAdd(n, k); at = __shfl_sync(all, at, 0);`.
 *  - Before 17, clang hoisted a barrier, a shuffle or __activemask() out of an `if` that has it in both branches.
 *  - Two equal stores stay two: a store that clang made of both has no line.
 */
const char *const *command_branches_stay(int clang_major);

/* The options with which clang says which calls it inlined, where its PTX is for the vm (a driver would not optimise it). */
#define COMMAND_INLINED 4
extern const char *const command_inlined[COMMAND_INLINED];

/* Adds the i-th of the program's folders to a command, and returns the link's name. */
const char *command_add_folder(struct command *cmd, enum compiler_kind kind, size_t i);

void command_build(struct command *cmd, const struct compiler *c, int arch, enum command_goal goal,
		   const struct command_headers *headers);

#endif
