/*
 * trial.h - an attempt while it is made: private to attempt.c, which takes the steps in their order, and
 * comparison.c, which holds what came out against the reference and against the vm.
 */
#ifndef WARPBOOK_SESSION_TRIAL_H
#define WARPBOOK_SESSION_TRIAL_H

#include "base/ratio.h"
#include "catalog/gpu.h"
#include "run/box.h"
#include "session/attempt.h"
#include "session/bench.h"

struct trial {
	struct attempt *a;
	const struct attempt_options *options;
	struct exercise *exercise;
	struct compiler compiler;
	struct bench bench;
	struct expectation expected;
	struct target target;
	struct gpu gpu;      /* that times are modelled for */
	struct build build;
	struct box_report run;
	struct ratio time;   /* the learner's to the reference's, on a GPU; rounds is 0 if none was taken */
	uint64_t advised_by; /* elements that the advice rests on */
	size_t failed;       /* the case that the verdict is of; bench.ncases: of none */
};

/* Reports the state to the caller that waits. */
void trial_stage(const struct trial *t, enum attempt_stage stage);

/* The verdict with its fault as the message, and the remedy as the next step. */
void trial_fault(struct attempt *a, enum verdict verdict, const struct error *fault);
void trial_interrupted(struct attempt *a);

/* The counter by that name; 0 if the device does not count it. */
uint64_t trial_counter(const struct case_result *r, const char *name);

/* How many warp instructions each case may take, by what the reference took; in the attempt's arena. */
const uint64_t *trial_budgets(struct trial *t);

/*
 * After the judge: the cases that the run did not come to, each in a worker of its own, so that the share of right ones is known
 * (rest.c). Verdict and findings stay those of the run, unless the machine fails or a signal arrives.
 */
void trial_run_rest(struct trial *t);
/* After the judge: the next step, where the source of a wrong program shows it (source_advice.c). */
void trial_advise(struct attempt *a);
/* After the judge: is a right answer the same in any order of the blocks, where the exercise asks for that (orders.c)? */
void trial_compare_orders(struct trial *t);
/*
 * After the judge, on a GPU: takes the times of the kernel and of the reference in turns, and judges what the timed runs gave
 * (timed.c).
 */
void trial_time(struct trial *t);
/* A limit on the time is held by the interval of those times: `unsure` if it is across the limit. */
void trial_hold_time(const struct trial *t, struct measurement *m);
/* The verdict on such a limit. */
void trial_too_noisy(struct trial *t, const struct measurement *m);
/* The verdict on a time that this GPU cannot reach, which speed.note tells. */
void trial_impossible(struct trial *t);

/* After the judge: how fast, beside the reference (attempt.speed). */
void trial_measure(struct trial *t);

/*
 * After a failure on a GPU, which shows that a kernel is wrong but not why: the case that failed is run
 * again on the vm, with all checkers. The verdict stays the GPU's; what the vm finds
 * joins the findings, marked as the vm's.
 */
void trial_look_again(struct trial *t);

/*
 * After a host program that is right on a GPU: its calls are not observed there, so its rules are held on the vm, where it and the
 * reference are built and run again. A broken one is the verdict.
 */
void trial_hold_rules(struct trial *t);

#endif
