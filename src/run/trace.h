/* trace.h - from the addresses of a program that crashed to the line of the learner's file. */
#ifndef WARPBOOK_RUN_TRACE_H
#define WARPBOOK_RUN_TRACE_H

#include "base/arena.h"
#include "base/buf.h"
#include "words/finding.h"

/*
 * The innermost of the places that is in `source`, by addr2line; line 0 if there is none, or no addr2line. The
 * file's name is allocated in the arena.
 */
void trace_place(const char *program, const uint64_t *offsets, size_t n, const char *source, struct arena *arena,
		 struct source_place *place);

/*
 * The questions of one program and what was answered. All cases of a job run the same program and ask the same questions: each
 * is given to addr2line once. Starts with { .program, .arena }; the arena keeps the texts, at most TRACE_KNOWN of them.
 */
#define TRACE_KNOWN 32

struct trace_answers {
	const char *program;
	struct arena *arena;
	struct { const char *question, *answer; } known[TRACE_KNOWN];
	size_t n;
};

/*
 * The answer to a confined program's question for lines of its code: addresses as "0x12ab", a line each; what `addr2line -a -i`
 * says of them, appended; nothing if it cannot be started. -1 if that is no question, or there is no memory.
 */
int trace_lines(struct trace_answers *a, const char *question, struct buf *out);

#endif
