/*
 * native.h - compiles and loads kernels that the vm wrote as C: the loader for simt_native_use().
 *
 * The compiler is the first of clang-19 ... clang, gcc, cc in PATH. Its objects go into the cache like other artifacts, where
 * later runs find them (native_find); this file
 * checks an object when it reads it, and loads it from sealed memory that belongs to no file: no process can change it between
 * the check and the use. The key is a hash of the text, the compiler's path and its answer to --version, the options (among them
 * the target processor) and our own version. The compiler runs in the sandbox of all compilers (compiler_sandbox). If the program
 * exits meanwhile, it ends the compiler. A process that may not start programs, or has no compiler, or a processor without AVX2
 * and FMA, loads nothing. After two failures in a row it stops trying.
 */
#ifndef WARPBOOK_TOOLCHAIN_NATIVE_H
#define WARPBOOK_TOOLCHAIN_NATIVE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/hash.h"

/* The address of `warpbook_native` in the object compiled from the text, loaded for good; NULL: none. Any thread may call it. */
const void *native_load(const char *text, size_t len);
/* The same only if it is loaded already or in the cache. */
const void *native_find(const char *text, size_t len);

/*
 * For a worker that cannot compile (bench/native_box.h): the object's bytes, from the cache or compiled. False: none, or `stop`
 * was set meanwhile. Any thread may call it.
 */
bool native_object(const char *text, size_t len, const volatile sig_atomic_t *stop, struct buf *object);
/* A key for what native_object makes of a text that follows from this one; false: this process compiles nothing. */
bool native_key(const char *from, size_t len, char key[HASH_HEX]);

/*
 * The same in a process that is not ours, a program of the user's: the helper `warpbook worker native`, whose path is in
 * WARPBOOK_NATIVE_HELPER, compiles the text. The program does not notice: wait() does not return the helper, the helper sends no
 * SIGCHLD, the program's fork() handlers are not called, none of its descriptors stays open for longer, and no lock is held
 * meanwhile. If the program ends or calls exec, the helper ends, and its compiler with it. A confined program (a host exercise in
 * a check) gets no such variable, and its sandbox forbids it to start a process.
 */
const void *native_load_apart(const char *text, size_t len);
const void *native_find_apart(const char *text, size_t len);
/*
 * The helper's main function: C from descriptor 0, the object's hash and the object to descriptor 1. Returns its exit status.
 * Without may_compile it only looks into the cache (`warpbook worker native-cached`).
 */
int native_helper(bool may_compile);
#define NATIVE_HELPER "WARPBOOK_NATIVE_HELPER"

#endif
