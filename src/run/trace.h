/* trace.h - from the addresses of a program that crashed to the line of the learner's file. */
#ifndef WARPBOOK_RUN_TRACE_H
#define WARPBOOK_RUN_TRACE_H

#include "base/arena.h"
#include "words/finding.h"

/*
 * The innermost of the places that is in `source`, by addr2line; line 0 if there is none, or no addr2line. The
 * file's name is allocated in the arena.
 */
void trace_place(const char *program, const uint64_t *offsets, size_t n, const char *source, struct arena *arena,
		 struct source_place *place);

#endif
