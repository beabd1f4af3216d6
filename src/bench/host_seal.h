/*
 * host_seal.h - checks that a learner's program cannot take the place of the harness or the vm's runtime.
 *
 * In one process the program comes first in symbol lookup: a function that it defines replaces the function of the same name
 * in any library, even for calls between libraries - write() as well as warpbook_observe_end(). And two kinds of code in it
 * run before every library's constructors. Such a program could answer in the harness's place, so we do not run it. This
 * module reads the linked file: its sections, and its dynamic symbols, which it compares with those of our libraries.
 */
#ifndef WARPBOOK_BENCH_HOST_SEAL_H
#define WARPBOOK_BENCH_HOST_SEAL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* 0: it may run. -1 with the error: the learner's if it may not, the machine's if a file cannot be read. */
int host_seal(const char *program, const char *const *libraries, size_t n, struct error *err);

#endif
