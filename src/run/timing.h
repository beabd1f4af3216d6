/*
 * timing.h - the times of two kernels on a GPU, taken in turns: the reference's and the learner's.
 *
 * Each runs in a worker process of its own, with a context of its own on the card, so that a learner's kernel can reach neither the
 * reference's results nor its data. Both workers load the same data once; then this process asks one of them for one time, waits
 * for it, and asks the next:
 *
 *	round   reference  learner  learner  reference      (A B B A: base/ratio.h)
 *
 * until the interval of the ratio is narrow enough (struct ratio_rule). What a sample is, worker/timer.c says. A round in which the
 * card was slowed by heat is dropped. To the interval comes what no repetition shows: times are taken to be exact to TIMING_EXACT
 * seconds, which counts for short kernels. Of the learner's samples the last is kept, and some that are chosen at random by
 * this process alone: their outputs are for the caller to judge, beside the reference's of the same data.
 */
#ifndef WARPBOOK_RUN_TIMING_H
#define WARPBOOK_RUN_TIMING_H

#include "base/ratio.h"
#include "run/box.h"
#include "words/card.h"

#define TIMING_LINE      512  /* the most bytes of a command or a reply */
#define TIMING_KEPT_MOST 16
/*
 * The clock's step is 32 ns, and where a kernel's code and data happen to lie in a process moves its time by some steps: in runs of a
 * kernel beside itself on an H100 the medians of two processes differed by up to 0.16 us, for times from 4 to 2500 us.
 */
#define TIMING_EXACT 0.15e-6

/* One of the two. The job's cases are sets of data: the first is never timed; both jobs have the same. */
struct timing_side {
	const struct job *job;
	struct arena *arena;          /* for the results; no other thread may use it meanwhile */
	/* Results: */
	struct box_report run;        /* a case for each sample that was kept, in their order; or how the kernel failed */
	size_t sets[TIMING_KEPT_MOST], nkept; /* the set of each of them */
	double seconds;               /* the median of its samples */
};

enum timing_end {
	TIMING_DONE,
	TIMING_LEARNER_FAILED,        /* its last result says how */
	TIMING_INTERRUPTED,
	TIMING_FAILED,                /* no program's fault: the error says why */
};

struct timing {
	struct timing_side reference, learner;
	struct ratio_rule rule;
	uint64_t seed;                /* of what is kept */
	/* Results: */
	enum timing_end end;
	struct error error;           /* TIMING_FAILED */
	struct ratio ratio;           /* of the learner's time to the reference's */
	size_t dropped;               /* rounds in which the card was slowed */
	double took;                  /* seconds of all of it */
	struct card_limits limits;
	struct card_state state;    /* clocks: the median over the rounds; the others: true or highest in any round */
};

/* Always fills the results. */
void timing_run(struct timing *t);

/* The replies to `limits` and `state`, written and read; reading gives -1 if the line is something else. */
void timing_put_limits(const struct card_limits *l, char line[TIMING_LINE]);
int timing_get_limits(const char *line, struct card_limits *l);
void timing_put_state(const struct card_state *s, char line[TIMING_LINE]);
int timing_get_state(const char *line, struct card_state *s);

#endif
