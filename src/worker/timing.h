/*
 * timing.h - times two kernels alternately on a GPU: the reference's and the learner's.
 *
 * Each runs in a worker process of its own, with a context of its own on the card, so that a learner's kernel can reach neither
 * the reference's results nor its data. Both workers load the same data once; then this process asks one of them for one time,
 * waits for it, and asks the next:
 *
 *	round   reference  learner  learner  reference      (A B B A: base/ratio.h)
 *
 * until the interval of the ratio is narrow enough (struct ratio_rule). worker/timer.c defines a sample. A round in which heat
 * slowed the card is dropped. The interval is widened by an error that no repetition reveals: times are taken to be exact to
 * TIMING_EXACT seconds, which matters for short kernels. Of the learner's samples this process keeps the last, and some that it
 * alone chooses at random: the caller judges their outputs, and compares them with the reference's on the same data.
 */
#ifndef WARPBOOK_WORKER_TIMING_H
#define WARPBOOK_WORKER_TIMING_H

#include "base/ratio.h"
#include "words/card.h"
#include "worker/card.h"

#define TIMING_KEPT_MOST 16
/*
 * The clock's step is 32 ns, and the addresses of a kernel's code and data in a process change its time by some steps: when we
 * timed a kernel against itself on an H200, the medians of two processes differed by up to 0.16 us, for times from 4 to 2500 us.
 */
#define TIMING_EXACT 0.15e-6

/*
 * One of the two: a worker that has a job and its data sets on the device (timer.c: job, sets). The job's cases are these sets,
 * of which the first is never timed; both jobs have the same. timing_run ends the worker.
 */
struct timing_side {
	const struct job *job;
	struct card *card;
	struct arena *arena;          /* for the results */
	/* Results: */
	struct box_report run;        /* a case for each sample that was kept, in order; or how the kernel failed */
	size_t sets[TIMING_KEPT_MOST], nkept; /* the data set of each of them */
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
	uint64_t seed;                /* chooses which samples to keep */
	/* Results: */
	enum timing_end end;
	struct error error;           /* TIMING_FAILED */
	struct ratio ratio;           /* of the learner's time to the reference's */
	size_t dropped;               /* rounds in which the card was slowed */
	double took;                  /* seconds for the whole measurement */
	struct card_limits limits;
	struct card_state state;    /* clocks: the median over the rounds; the other fields: true, or the highest, in any round */
};

/* Always fills the results. */
void timing_run(struct timing *t);

/* Writes and reads the replies to `limits` and `state`; reading returns -1 if the line is anything else. */
void timing_put_limits(const struct card_limits *l, char line[CARD_LINE]);
int timing_get_limits(const char *line, struct card_limits *l);
void timing_put_state(const struct card_state *s, char line[CARD_LINE]);
int timing_get_state(const char *line, struct card_state *s);

#endif
