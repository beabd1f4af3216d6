/* trace.h - translates addresses of a crashed program into a line of the learner's file. */
#ifndef WARPBOOK_WORKER_TRACE_H
#define WARPBOOK_WORKER_TRACE_H

#include "base/arena.h"
#include "base/buf.h"
#include "words/finding.h"

/*
 * Finds, with addr2line, the innermost address that belongs to `source`; line 0 if there is none, or no addr2line.
 * The file's name is allocated in the arena.
 */
void trace_place(const char *program, const uint64_t *offsets, size_t n, const char *source, struct arena *arena,
		 struct source_place *place);

/*
 * The questions of one program and their answers. All cases of a job run the same program and ask the same questions: each
 * goes to addr2line once. Initialise with { .program, .arena }; the arena holds the texts, at most TRACE_KNOWN of them.
 */
#define TRACE_KNOWN 32

struct trace_answers {
	const char *program;
	struct arena *arena;
	struct { const char *question, *answer; } known[TRACE_KNOWN];
	size_t n;
};

/*
 * Answers a confined program's question about lines of its code. The question has addresses as "0x12ab", one per line; appends
 * the output of `addr2line -a -i`, or nothing if it cannot be started. Returns -1 if the question is malformed, or without
 * memory.
 */
int trace_lines(struct trace_answers *a, const char *question, struct buf *out);

#endif
