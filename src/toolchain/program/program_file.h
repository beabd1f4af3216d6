/* program_file.h - reads the properties of a built program from its ELF file, without running it. */
#ifndef WARPBOOK_TOOLCHAIN_PROGRAM_PROGRAM_FILE_H
#define WARPBOOK_TOOLCHAIN_PROGRAM_PROGRAM_FILE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/error.h"
#include "toolchain/program/program.h"

struct program_file {
	bool is_elf;              /* a 64-bit ELF file; if not, for example a script, the rest is empty */
	bool has_device_code;     /* a section .nv_fatbin */
	bool registers;           /* it imports __cudaRegisterFatBinary from a library */
	bool has_symbols;         /* a symbol table: it is not stripped */
	bool has_rpath;           /* DT_RPATH, which takes precedence over LD_LIBRARY_PATH */
	struct word_list needed;  /* the libraries it names: "libcudart.so.13"; in the arena */
};

int program_file_read(const char *path, struct arena *arena, struct program_file *out, struct error *err);

/*
 * For this process and the programs that it becomes: the names in `needed` and the usual names of CUDA's libraries open the vm's libraries,
 * and where NVIDIA's static runtime is inside a program or a library that it opens, ours takes its place (cudart/audit/audit.c).
 */
int program_file_environment(const struct program_file *f, struct error *err);

#endif
