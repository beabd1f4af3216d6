/*
 * vm_file.h - the .ptx or .cu file that a `warpbook vm` command is about, as PTX text and as a
 * module, and its kernels.
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
	const char *ptx;           /* what is run: the file's bytes, or the compiler's output */
	size_t ptx_len;
	struct ptx_module *module; /* NULL before vm_file_parse */
	struct buf origin;         /* of a .ptx file: the source that its .loc lines name, where it is here */
	const char *origin_path;
};

/*
 * Reads the file and, for .cu, compiles it. Returns EXIT_DONE, or the exit status after
 * having printed why: with a compiler's complaints as remarks. Always vm_file_release.
 */
int vm_file_read(struct vm_file *f, const char *path, const char *compiler);
/* Makes the module. Errors of a file that the user wrote are the user's. */
int vm_file_parse(struct vm_file *f, struct error *err);
void vm_file_release(struct vm_file *f);

/* The text that excerpts at a place are shown from. */
struct remark_source vm_file_source(const struct vm_file *f, const char *file);
/* "FILE:LINE: text" with the excerpt; a quoted word of the text that is on the line gets the caret. */
void vm_file_print_error(const struct vm_file *f, const struct error *err);

/*
 * The kernel that `want` means: its name in the module, its C++ name, or its whole C++ signature;
 * NULL: the only one. NULL with the error where there is none, or more than one.
 */
const struct ptx_function *vm_kernel_find(const struct ptx_module *m, const char *want, struct error *err);

#endif
