/*
 * host_seal.h - may a learner's program stand beside the harness and the vm's runtime?
 *
 * In one process the program comes first: a function that it defines replaces, for libraries too, the one of that name
 * in any library - write() as well as warpbook_observe_end(). And two kinds of code in it run before every library's
 * constructors. Such a program could answer for the harness, so it is not run. The file that was linked is read: its dynamic
 * symbols, held against those of our libraries, and its sections.
 */
#ifndef WARPBOOK_SESSION_HOST_SEAL_H
#define WARPBOOK_SESSION_HOST_SEAL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* 0: it may. -1: with the error, the learner's if it may not, the machine's if a file cannot be read. */
int host_seal(const char *program, const char *const *libraries, size_t n, struct error *err);

#endif
