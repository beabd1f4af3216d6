/*
 * vm_file.h - the .ptx or .cu file given to a `warpbook vm` command, as PTX text and as a module,
 * and its kernels.
 */
#ifndef WARPBOOK_CMD_VM_VM_FILE_H
#define WARPBOOK_CMD_VM_VM_FILE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "words/remark.h"
#include "ptx/ptx.h"
#include "toolchain/toolchain.h"

struct vm_file {
	struct arena arena;
	const char *path;
	bool is_cuda;              /* compiled; otherwise the file is PTX */
	char compiler[96];         /* "clang 14.0.6"; "" for PTX */
	struct buf text;           /* the file's own bytes */
	struct compilation compilation;
	const char *ptx;           /* the PTX to run: the file's bytes, or the compiler's output */
	size_t ptx_len;
	struct ptx_module *module; /* NULL before vm_file_parse */
	struct buf origin;         /* for a .ptx file: the source that its .loc lines name, if found */
	const char *origin_path;
};

/*
 * Reads the file and, for .cu, compiles it. Returns EXIT_DONE, or another exit status after
 * printing the reason, with a compiler's messages as remarks. Always call vm_file_release.
 */
int vm_file_read(struct vm_file *f, const char *path, const char *compiler);
/* The same with a .cu file compiled for a debugger: not optimised, with the names of variables. */
int vm_file_read_stepping(struct vm_file *f, const char *path, const char *compiler);
/* Creates the module. The user is responsible for errors in the user's own file. */
int vm_file_parse(struct vm_file *f, struct error *err);
void vm_file_release(struct vm_file *f);

/* The text of `file`, for excerpts. */
struct remark_source vm_file_source(const struct vm_file *f, const char *file);
/* "FILE:LINE: text" with the excerpt; the caret marks the word that the text quotes, if the line has it. */
void vm_file_print_error(const struct vm_file *f, const struct error *err);

/*
 * Finds the kernel by its name in the module, its C++ name, or its whole C++ signature; `want` NULL:
 * the only kernel. Returns NULL with the error if there is none, or more than one.
 */
const struct ptx_function *vm_kernel_find(const struct ptx_module *m, const char *want, struct error *err);

#endif
