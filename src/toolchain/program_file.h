/*
 * program_file.h - what a program that is built already says of itself: an ELF file, read without running it.
 */
#ifndef WARPBOOK_TOOLCHAIN_PROGRAM_FILE_H
#define WARPBOOK_TOOLCHAIN_PROGRAM_FILE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/error.h"
#include "toolchain/program.h"

struct program_file {
	bool is_elf;              /* of 64 bits; if not, the rest is empty: a script */
	bool has_device_code;     /* a section .nv_fatbin */
	bool registers;           /* it takes __cudaRegisterFatBinary from a library */
	bool has_rpath;           /* DT_RPATH, which counts before LD_LIBRARY_PATH */
	struct word_list needed;  /* the libraries it names: "libcudart.so.13"; in the arena */
};

int program_file_read(const char *path, struct arena *arena, struct program_file *out, struct error *err);

/* Makes CUDA's libraries, by the names in `needed` and by their usual ones, those of the vm: for this process and those it becomes. */
int program_file_environment(const struct program_file *f, struct error *err);

#endif
