/*
 * trial.h - an attempt in progress: private to attempt.c, which takes the steps in order, and comparison.c, which
 * compares the results with the reference's and the vm's.
 */
#ifndef WARPBOOK_ATTEMPT_TRIAL_H
#define WARPBOOK_ATTEMPT_TRIAL_H

#include "attempt/attempt.h"
#include "base/ratio.h"
#include "bench/bench.h"
#include "catalog/gpu.h"
#include "worker/box.h"

struct trial {
	struct attempt *a;
	const struct attempt_options *options;
	struct exercise *exercise;
	struct compiler compiler;
	struct bench bench;
	struct expectation expected;
	struct target target;
	struct gpu gpu;      /* for which times are modelled */
	struct build build;
	struct box_report run;
	struct ratio time;   /* the learner's over the reference's, on a GPU; rounds is 0 if there were none */
	uint64_t advised_by; /* the number of elements on which the advice is based */
	bool again;          /* the second try, alone */
	size_t failed;       /* the case that decided the verdict; bench.ncases: none */
};

/* Reports the state to the caller. */
void trial_stage(const struct trial *t, enum attempt_stage stage);

/* Sets the verdict, with its fault as the message and the remedy as the next step. */
void trial_fault(struct attempt *a, enum verdict verdict, const struct error *fault);
void trial_interrupted(struct attempt *a);

/* The most warp instructions that each case may execute, from the reference's count; in the attempt's arena. */
const uint64_t *trial_budgets(struct trial *t);

/*
 * After the judge: runs each case that the run did not reach in a worker of its own, so that the share of right ones is known
 * (rest.c). Verdict and findings stay those of the run, unless the machine fails or a signal arrives.
 */
void trial_run_rest(struct trial *t);
/* After the judge: sets the next step, if the source of a wrong program shows one (source_advice.c). */
void trial_advise(struct attempt *a);
/* In a hunt, before the first hint: takes the remedies out of a report on a wrong program, and says where they are. */
void trial_withhold(struct attempt *a);
/* After the judge, if the exercise asks for it: checks that a right answer is the same in any order of the blocks (orders.c). */
void trial_compare_orders(struct trial *t);
/*
 * After the judge, on a GPU: times the kernel and the reference alternately, and judges the results of the timed runs
 * (timed.c).
 */
void trial_time(struct trial *t);
/* Applies a limit on the time to the interval of those times: `unsure` if the limit lies inside it. */
void trial_hold_time(const struct trial *t, struct measurement *m);
/* The verdict on such a limit. */
void trial_too_noisy(struct trial *t, const struct measurement *m);
/* The verdict on a time that this GPU cannot reach; speed.note says why. */
void trial_impossible(struct trial *t);

/* Before anything: sets the machine's fault if it lacks what a check needs. */
void trial_demand(struct trial *t);
/* After the judge: measures the speed against the reference (attempt.speed). */
void trial_measure(struct trial *t);

/*
 * After a failure on a GPU, which shows that a kernel is wrong but not why: runs the failed case again on the vm,
 * with all checkers. The verdict stays the GPU's; the vm's findings are added, marked as the vm's.
 */
void trial_look_again(struct trial *t);

/*
 * After a host program that is right on a GPU, where its calls are not observed: builds and runs it and the reference again on the
 * vm, and applies its rules there. A broken rule becomes the verdict.
 */
void trial_hold_rules(struct trial *t);

#endif
