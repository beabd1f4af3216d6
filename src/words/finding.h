/*
 * finding.h - one thing a checker saw: the currency between vm, worker, judge,
 * store and screen.
 *
 * A finding is a sentence with a place. The vm makes them; everything after
 * only carries, stores and shows them. All text is owned by the arena of
 * whoever made or decoded the finding.
 */
#ifndef WARPBOOK_WORDS_FINDING_H
#define WARPBOOK_WORDS_FINDING_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

enum finding_level {
	FINDING_NOTE,    /* worth knowing, never fails an exercise */
	FINDING_WARNING, /* shown; fails only where the exercise says so */
	FINDING_ERROR,   /* the verdict is "not correct", whatever the output */
};

const char *finding_level_name(enum finding_level level);

struct dim3u { uint32_t x, y, z; };

/* The function that a place is in and the line where it was inlined: of its caller, the next frame. */
struct source_frame {
	const char *function; /* its name, not mangled */
	int line;
};

struct source_place {
	const char *file; /* as the compiler named it; NULL when unknown */
	int line;         /* 1-based; 0 when unknown */
	int column;       /* 1-based; 0 when unknown */
	const struct source_frame *frames; /* innermost first */
	size_t nframes;   /* 0: not inlined, or the compiler does not tell */
};

struct finding {
	const char *kind;            /* row of simt/check/checks.def: "out-of-bounds", "data-race-shared", ... */
	enum finding_level level;
	const char *message;         /* the one sentence: thread, block, array, cause */
	const char *advice;          /* next step, often a question; NULL if none */
	struct source_place place;   /* where it happened, in the learner's file if at all possible */
	struct source_place other;   /* the second access of a race; line 0 if none */
	struct dim3u block, thread;  /* the first thread that did it */
	uint64_t threads;            /* how many threads did the same; >= 1 */
	int case_index;              /* which case; filled by the worker */
};

/* "in pick(), inlined at line 5 in twice(), inlined at line 10", appended; nothing without frames. */
void source_frames_put(const struct source_place *p, struct buf *out);

#endif
