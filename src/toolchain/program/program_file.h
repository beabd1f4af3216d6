/* program_file.h - reads the properties of a built program from its ELF file, without running it. */
#ifndef WARPBOOK_TOOLCHAIN_PROGRAM_PROGRAM_FILE_H
#define WARPBOOK_TOOLCHAIN_PROGRAM_PROGRAM_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

struct program_file {
	bool is_elf;              /* a 64-bit ELF file; if not, for example a script, the rest is empty */
	bool has_device_code;     /* a section .nv_fatbin */
	bool registers;           /* it imports __cudaRegisterFatBinary from a library */
	bool has_symbols;         /* a symbol table: it is not stripped */
	char largest[256];        /* the symbol of its largest variable, and that one's size; "": none is known */
	uint64_t largest_bytes;
};

int program_file_read(const char *path, struct program_file *out, struct error *err);

/*
 * For this process and the programs that it becomes: the names of CUDA's libraries open the vm's, and where NVIDIA's static
 * runtime is inside a program or a library that it opens, ours takes its place (cudart/audit/audit.c).
 */
int program_file_environment(struct error *err);

#endif
