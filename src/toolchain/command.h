/*
 * command.h - the command line that makes PTX of the file in a compile's own folder.
 *
 * Every compile runs in a private folder under fixed names, so nothing that a
 * learner chose (a file called `--options-file=evil.cu`, a folder with a comma)
 * ever stands on a command line:
 *
 *	kernel.cu    the learner's bytes, after a #line that gives their own name
 *	kernel.ptx   what comes out
 *	kernel.cubin the same for one architecture of GPU, if that was asked for
 *	kernel.d     what was read on the way
 *	inc          a link to the learner's folder, for #include "..."
 */
#ifndef WARPBOOK_TOOLCHAIN_COMMAND_H
#define WARPBOOK_TOOLCHAIN_COMMAND_H

#include <stddef.h>

#include "toolchain/toolchain.h"

#define COMMAND_SOURCE "kernel.cu"
#define COMMAND_OUTPUT "kernel.ptx"
#define COMMAND_CUBIN "kernel.cubin"
#define COMMAND_FILES "kernel.d"
#define COMMAND_INCLUDES "inc"

struct command {
	const char *argv[64]; /* NULL at the end; points into the compiler, `headers` and `arch` */
	size_t argc;
	char arch[40];
};

/* What is made: PTX for the vm, PTX that a GPU's driver can link, or (nvcc only) machine code as well. */
enum command_goal { COMMAND_FOR_VM, COMMAND_FOR_DRIVER, COMMAND_FOR_GPU };

/*
 * For the vm nvcc makes what its device runs: PTX for 9.0, or the nearest that this nvcc knows. Else it is the oldest
 * architecture first: PTX for it runs on everything newer, and a compiler that no longer knows it says so and gets the
 * next. 0 past the end.
 */
int command_arch(enum compiler_kind kind, enum command_goal goal, size_t attempt);

/* Folders of headers for clang; they must outlive the command. */
struct command_headers {
	const char *device; /* ours */
	const char *alone;  /* the one in it that stands in for the C library */
	const char *api;    /* the runtime's, for a file that is a whole program: it gets the host's libraries; else NULL */
};

void command_build(struct command *cmd, const struct compiler *c, int arch, enum command_goal goal,
		   const struct command_headers *headers);

#endif
