/*
 * counted.h - what the program's kernels cost, summed by kernel and by source line, for WARPBOOK_COUNTERS.
 *
 * Not of the grader: an observer (observe.h) keeps counters of its own.
 */
#ifndef WARPBOOK_CUDART_CHECK_COUNTED_H
#define WARPBOOK_CUDART_CHECK_COUNTED_H

#include <jansson.h>

#include "simt/simt.h"

/* Adds a launch of the kernel (its mangled name). What does not fit into memory is left out, and counted_print says so. */
void counted_add(const char *kernel, const struct simt_result *r);
/* A table for each kernel to stderr; nothing without launches. */
void counted_print(void);
/* [ { kernel, launches, counters: { name: number }, lines: [ { file, line, counters } ] } ]; belongs to the caller. */
json_t *counted_json(void);

#endif
