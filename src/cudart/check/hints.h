/*
 * hints.h - a layer below findings: what is no mistake by any rule, but mostly one in the program's sense. At most HINTS_MOST at the end
 * of a run without errors, each with what was seen. A hint states facts; the program may have meant them.
 *
 * What it sees: the bytes that copies from the host and kernels write and read, of the first launches; and the kernels' text. Where it
 * cannot see all (textures, graphs, kernels that launch kernels, libraries, many launches) it says nothing of bytes.
 */
#ifndef WARPBOOK_CUDART_CHECK_HINTS_H
#define WARPBOOK_CUDART_CHECK_HINTS_H

#include <jansson.h>

#include "cudart/launch/launch.h"

#define HINTS_MOST 3

void hints_start(void);
/* Does the launch need the ranges of its accesses? */
bool hints_want_ranges(const struct kernel_op *k);
/* A launch has ended. */
void hints_launch(const struct kernel_op *k, const struct simt_result *r);
/* Prints them. errors: the program has some, which come first. */
void hints_report(bool errors);
/* [ { hint, file, line, message, next } ] */
json_t *hints_json(void);

#endif
