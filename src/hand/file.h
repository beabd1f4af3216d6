/*
 * file.h - a .ptx or .cu file of the user's own, as PTX text and as a module, and its kernels: for `warpbook vm` and
 * `warpbook debug`. The room launches a kernel by hand:
 *
 *	file -> kernel -> params.c: its parameters -> args: the values of --arg, typed by numbers -> machine: the vm or a GPU
 */
#ifndef WARPBOOK_HAND_FILE_H
#define WARPBOOK_HAND_FILE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "words/remark.h"
#include "ptx/ptx.h"
#include "toolchain/toolchain.h"

struct hand_file {
	struct arena arena;
	const char *path;
	bool is_cuda;              /* compiled; otherwise the file is PTX */
	char compiler[96];         /* "clang 14.0.6"; "" for PTX */
	struct buf text;           /* the file's own bytes */
	struct compilation compilation;
	const char *ptx;           /* the PTX to run: the file's bytes, or the compiler's output */
	size_t ptx_len;
	struct ptx_module *module; /* NULL before hand_file_parse */
	struct buf origin;         /* for a .ptx file: the source that its .loc lines name, if found */
	const char *origin_path;
};

/*
 * Reads the file and, for .cu, compiles it; for_stepping: for a debugger, not optimised and with the names of variables. -1 with
 * the error; 1 if it does not compile: f->compilation has the compiler's messages. Always call hand_file_release.
 */
int hand_file_read(struct hand_file *f, const char *path, const char *compiler, bool for_stepping, struct error *err);
/* Creates the module. The user is responsible for errors in the user's own file. */
int hand_file_parse(struct hand_file *f, struct error *err);
void hand_file_release(struct hand_file *f);

/* The text of `file`, for excerpts. */
struct remark_source hand_file_source(const struct hand_file *f, const char *file);

/*
 * Finds the kernel by its name in the module, its C++ name, or its whole C++ signature; `want` NULL:
 * the only kernel. Returns NULL with the error if there is none, or more than one.
 */
const struct ptx_function *hand_kernel_find(const struct ptx_module *m, const char *want, struct error *err);

#endif
