/*
 * counted.h - the counters of the program's kernels, summed by kernel and by source line, for WARPBOOK_COUNTERS.
 *
 * The grader does not use it: an observer (observe.h) keeps counters of its own.
 */
#ifndef WARPBOOK_CUDART_CHECK_COUNTED_H
#define WARPBOOK_CUDART_CHECK_COUNTED_H

#include <jansson.h>

#include "simt/simt.h"

/* Adds a launch of the kernel (its mangled name). Without memory it leaves the launch out, and counted_print says so. */
void counted_add(const char *kernel, const struct simt_result *r);
/* Prints a table for each kernel to stderr; nothing without launches. */
void counted_print(void);
/* [ { kernel, launches, counters: { name: number }, lines: [ { file, line, counters } ] } ]; the caller owns it. */
json_t *counted_json(void);

#endif
