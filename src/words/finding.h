/*
 * finding.h - one fault that a checker found, in the form that vm, worker, judge,
 * store and screen share.
 *
 * A finding is a sentence with a place. The vm and the runtime create findings;
 * all later parts only pass on, store and show them. The arena of the part that
 * created or decoded a finding owns its text.
 */
#ifndef WARPBOOK_WORDS_FINDING_H
#define WARPBOOK_WORDS_FINDING_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

enum finding_level {
	FINDING_NOTE,    /* information only, never fails an exercise */
	FINDING_WARNING, /* shown; fails only if the exercise says so */
	FINDING_ERROR,   /* the verdict is "not correct", whatever the output */
};

const char *finding_level_name(enum finding_level level);

/* A kind of finding: KIND_OUT_OF_BOUNDS and so on, of words/kinds.h. */
typedef unsigned finding_kind;

struct finding_row {
	const char *name;
	enum finding_level level;
	const char *headline, *fires;
};
extern const struct finding_row finding_rows[]; /* FINDING_KINDS of them */
/* The row with that name; FINDING_KINDS if there is none. */
finding_kind finding_kind_named(const char *name);

struct dim3u { uint32_t x, y, z; };

/* The blocks of a grid, the threads of a block. */
static inline uint64_t dim3u_volume(struct dim3u d)
{
	return (uint64_t)d.x * d.y * d.z;
}

/* The function that contains a place, and the line where it was inlined: a line of its caller, which is the next frame. */
struct source_frame {
	const char *function; /* its name, not mangled */
	int line;
};

struct source_place {
	const char *file; /* as the compiler named it; NULL when unknown */
	int line;         /* 1-based; 0 when unknown */
	int column;       /* 1-based; 0 when unknown */
	const struct source_frame *frames; /* innermost first */
	size_t nframes;   /* 0: not inlined, or the compiler does not say */
};

struct finding {
	finding_kind kind;
	const char *rule;            /* for KIND_RULE and KIND_METRIC: the rule (rules.def) or metric (metrics.def); otherwise
					NULL */
	enum finding_level level;
	const char *message;         /* the one sentence: thread, block, array, cause */
	const char *advice;          /* next step, often a question; NULL if none */
	struct source_place place;   /* the place of the fault, in the learner's file if possible */
	struct source_place other;   /* the second access of a race; line 0 if none */
	struct dim3u block, thread;  /* the first thread that did it */
	uint64_t threads;            /* how many threads did the same; >= 1 */
	int case_index;              /* the case; set by the worker */
	uint64_t memory;             /* the first address of the array that it is about, for the runtime's checks; 0: unknown. Not
					passed on */
	uint64_t step;               /* of a launch with a simt_stepper: that thread's step, or a race's later access; otherwise
					0 */
};

/* The finding's name in JSON, in the database and in tests: the rule's name if it has one, otherwise the kind's. */
const char *finding_name(const struct finding *f);
/* Appends "in pick(), inlined at line 5 in twice(), inlined at line 10"; nothing without frames. */
void source_frames_put(const struct source_place *p, struct buf *out);

#endif
