/*
 * native.h - kernels that the vm wrote as C, compiled and loaded: the loader for simt_native_use().
 *
 * The compiler is the first of clang-19 ... clang, gcc, cc in PATH. What it makes goes into the cache as other artifacts do, checked
 * when it is read, and is loaded from sealed memory that belongs to no file: nobody can change it between the check and the use. Its key is the text, the
 * compiler's path and its answer to --version, the options (among them the processor that it compiles for) and our own version. The compiler runs
 * behind the walls of all compilers (compiler_walls). If the program exits meanwhile, the compiler is ended. A
 * process that may not start programs, or has no compiler, or a processor without AVX2 and FMA, loads nothing. After two texts in a row that could not
 * be had, it tries no more.
 */
#ifndef WARPBOOK_TOOLCHAIN_NATIVE_H
#define WARPBOOK_TOOLCHAIN_NATIVE_H

#include <stddef.h>

/* The address of `warpbook_native` in what the compiler makes of the text, loaded for good; NULL: there is none. For any thread. */
const void *native_load(const char *text, size_t len);

/*
 * The same in a process that is not ours, a program of the user's: `warpbook worker native`, whose path is in WARPBOOK_NATIVE_HELPER, compiles
 * it. The program does not notice: the helper is no child that wait() returns and sends no SIGCHLD, the program's handlers of fork() are
 * not called, none of its descriptors stays open for longer, and no lock is held meanwhile. If the program ends or is replaced, the helper ends, and its compiler with it. A program that is confined (a host
 * exercise in a check) gets no such variable, and its walls forbid it to start a process.
 */
const void *native_load_apart(const char *text, size_t len);
/* What the helper does: C from descriptor 0, the object's hash and the object to descriptor 1. Its exit status. */
int native_helper(void);
#define NATIVE_HELPER "WARPBOOK_NATIVE_HELPER"

#endif
