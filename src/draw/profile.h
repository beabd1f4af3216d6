/*
 * profile.h - what each line of a kernel costs, on the vm: counts, and the line's part of the time modelled for a GPU; compared
 * with the reference solution and with the last version of the file that was profiled.
 *
 *	file -> build -> worker (the exercise's measured case, counted line by line) -> side
 *	solution -> the same                                                         -> side
 *	WORKSPACE/.warpbook/profiles/NN_topic-name.json                              -> side
 *
 * The profile does not judge: a kernel with a wrong answer has one, too. The data are the same each time.
 */
#ifndef WARPBOOK_DRAW_PROFILE_H
#define WARPBOOK_DRAW_PROFILE_H

#include <jansson.h>

#include "catalog/gpu.h"
#include "profile/columns.h"
#include "profile/waste.h"
#include "words/finding.h"

struct profile_line {
	int line;                    /* of the file; 0: everything that belongs to no line of it */
	const char *text;            /* without blanks at its ends; "" if unknown */
	struct simt_counts counts;
	double share;                /* of the modelled time */
};

/* One version of the kernel. */
struct profile_side {
	const char *path;
	char source_sha256[65];
	struct dim3u grid, block;
	uint64_t shared_bytes, touched; /* per block, static and dynamic; of all arrays */
	uint64_t longest_warp;       /* instructions of the warp that executed the most */
	struct simt_counts counts;   /* in total */
	struct profile_line *lines; size_t nlines; /* by number; their counts add up to the total */
	double seconds;              /* modelled */
	const char *limit;           /* the resource that limits its speed */
	double terms[COST_LIMITS];   /* seconds that each resource alone would take */
};

/* A saving that a line allows; sorted by its size, largest first. */
struct profile_advice {
	int line;
	const char *kind;            /* stable: "load-sectors" */
	double now, best;            /* the figure that can improve: 32 sectors a request, 4 would do */
	double times, times_here;    /* the modelled time over the time without the waste, 5.1: on a grid that fills the GPU, and
					on this one */
	const char *message, *next;
};

struct profile {
	const char *exercise, *case_name;
	const char *compiler;
	bool doubles;                /* the exercise has arrays of doubles */
	struct gpu gpu;
	struct profile_side own, reference;
	struct profile_side *last;   /* NULL: no earlier version was profiled */
	struct profile_advice *advice; size_t nadvice;
};

struct profile_options {
	const char *compiler, *gpu;  /* as attempt_options has them */
	const char *kept;            /* folder of earlier profiles (profile_folder); NULL: neither read nor written */
};

/*
 * Returns -1 with the error for a host exercise, for a file that does not compile, and for a kernel that does not finish:
 * `warpbook check` then says more. Everything in *p lives in the arena.
 */
int profile_run(const char *id, const char *path, const struct profile_options *options, struct arena *arena, struct profile *p,
		struct error *err);

struct exercise;
struct exercise_case;
struct case_result;
/* The learner's side and the advice alone, from a case that was counted line by line. Lines have no texts. */
int profile_counted(struct profile *p, const char *path, const struct exercise *e, const struct exercise_case *c,
		    const struct case_result *r, const struct gpu *gpu, struct arena *arena, struct error *err);

/* ---- columns: profile/columns.h ---------------------------------------------------------------- */

double profile_value(const struct profile_line *l, enum profile_column_id column);
/* Does any of the learner's lines have a value in that column? */
bool profile_column_used(const struct profile *p, enum profile_column_id column);
/* Chooses the columns that have values; in a narrow table the least important go first. */
void profile_columns_choose(const struct profile *p, int width, bool shown[PROFILE_COLUMNS]);
/* Sorts the learner's lines: by number (PROFILE_COLUMNS), or by a column, largest first. NULL without memory. */
const struct profile_line **profile_sorted(const struct profile *p, enum profile_column_id by, struct arena *arena);
/* The line of the other side with the same text, nearest to the same place; NULL: none. */
const struct profile_line *profile_match(const struct profile_side *side, const struct profile_line *l);

/* ---- as text --------------------------------------------------------------------------------- */

void profile_text(const struct profile *p, enum profile_column_id by, int width, struct buf *out);
/* RFC 4180, a row for each line of each version. */
void profile_csv(const struct profile *p, struct buf *out);
/*
 * { exercise, file, case, compiler, device: "vm", gpu, modelled_on, yours, reference, last: VERSION or null, advice: [ { line,
 * kind, now, best, modelled_times, modelled_times_here, message, next } ] }
 * VERSION: { file, source_sha256, grid, block, shared_bytes, touched_bytes, longest_warp, modelled_seconds, limit, terms: {
 * resource: seconds }, totals: { counter: number }, lines: [ { line, source, every column, counters: { counter: number } } ] };
 * the reference's lines have no source, which a learner may not have seen yet.
 */
json_t *profile_json(const struct profile *p);
json_t *profile_advice_json(const struct profile_advice *a);

/* ---- shared by the files of the profile -------------------------------------------------------- */

/* Computes times and shares for the GPU from the counts. */
void profile_model(struct profile_side *side, const struct cost_gpu *gpu);
struct cost_launch profile_launch(const struct profile_side *side, const struct cost_gpu *gpu);
/* profile_advice.c: fills p->advice. */
int profile_advise(struct profile *p, struct arena *arena, struct error *err);
/* profile_kept.c: sets p->last, and keeps p->own for the next time. An error there only loses the comparison. */
void profile_keep(struct profile *p, const char *folder, struct arena *arena);
json_t *profile_side_json(const struct profile_side *side, bool with_source);

#endif
