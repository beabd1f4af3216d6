/*
 * counted.h - gathers what the program's kernels and copies cost, for profile/speed.h, which says why the program is slow.
 *
 * Every run gathers sums by launch, for one line at its end. With WARPBOOK_COUNTERS it also has the source lines, and what copies
 * move. The grader does not use it: an observer (observe.h) keeps counters of its own.
 */
#ifndef WARPBOOK_CUDART_CHECK_COUNTED_H
#define WARPBOOK_CUDART_CHECK_COUNTED_H

#include <jansson.h>

#include "cudart/launch/launch.h"

/* Begins to watch the copies, if WARPBOOK_COUNTERS asks for them. */
void counted_start(void);
/* What a profile needs of a launch: the bytes that it uses, and what the host has used before it. */
bool counted_wants_ranges(const struct kernel_op *k);
void counted_begins(const struct kernel_op *k, const struct simt_launch *launch, struct simt_program *program);
/* Adds a launch that has ended. Without memory it leaves the launch out. */
void counted_add(const struct kernel_op *k, const struct simt_result *r);
/* Shows what WARPBOOK_COUNTERS asks for: the profile, or a line that there is something to say. errors: the program has some. */
void counted_report(bool errors);
/* Sets `counters` and `advice` (profile/speed.h) in the document. */
void counted_json(json_t *document);

#endif
