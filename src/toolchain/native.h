/*
 * native.h - kernels that the vm wrote as C, compiled and loaded: the loader for simt_native_use().
 *
 * The compiler is the first of clang-19 ... clang, gcc, cc in PATH. What it makes goes into the cache as other artifacts do, checked
 * when it is read, and is loaded from sealed memory that belongs to no file: nobody can change it between the check and the use. Its key is the text, the
 * compiler's path and its answer to --version, the options (among them the processor that it compiles for) and our own version. The compiler runs
 * behind the walls of all compilers (compiler_walls). If the program exits meanwhile, the compiler is ended. A
 * process that may not start programs, or has no compiler, or a processor without AVX2 and FMA, loads nothing.
 */
#ifndef WARPBOOK_TOOLCHAIN_NATIVE_H
#define WARPBOOK_TOOLCHAIN_NATIVE_H

#include <stddef.h>

/* The address of `warpbook_native` in what the compiler makes of the text, loaded for good; NULL: there is none. For any thread. */
const void *native_load(const char *text, size_t len);

#endif
