/*
 * trial.h - an attempt in progress: private to attempt.c, which takes the steps in order, and to the files that take one each.
 */
#ifndef WARPBOOK_ATTEMPT_TRIAL_H
#define WARPBOOK_ATTEMPT_TRIAL_H


#include "attempt/attempt.h"
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
	struct target target; /* the vm */
	struct gpu gpu_modelled; /* for which times are modelled */
	struct build build;
	struct box_report run;
	struct confirm *gpu; /* confirm.c's; NULL: no GPU is asked for */
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
/* Before anything: sets the machine's fault if it lacks what a check needs. */
void trial_demand(struct trial *t);
/* After the judge: compares the work with the reference's (attempt.speed). */
void trial_measure(struct trial *t);
/*
 * A right kernel misses these limits: adds a finding for each, and the first
 * becomes the verdict. c: the case they apply to. -1: no memory.
 */
int trial_take_missed(struct trial *t, const struct measurement *list, size_t n, const struct exercise_case *c);

/*
 * The GPU's part (confirm.c), if one is asked for. It is prepared in a thread of its own while the vm judges. After a pass
 * trial_confirm runs the same cases there, compares the results, and takes times; the vm's verdict stands whatever the GPU lacks.
 * Call trial_confirm_end in any case: it waits for the thread.
 */
void trial_confirm_start(struct trial *t, const char *device);
void trial_confirm(struct trial *t);
void trial_confirm_end(struct trial *t);

/*
 * What both sides of a measurement need: see timed.c. cards, jobs: the
 * reference's, then the learner's; trial_time ends both workers.
 */
struct trial_times {
	const struct target *target;
	struct bench *bench;         /* its timed case in the size for a GPU */
	const struct bench *sets;    /* data sets of it */
	struct job jobs[2];
	struct card *cards[2];
	struct arena *arena;         /* for the reference's results */
};
void trial_time(struct trial *t, struct trial_times *times);

/*
 * What the model expects for that case (model.c), in a thread of its own: NULL if that would take long, or if there is no profile
 * of the card. trial_model_take, after the times are taken, adds it to them, and frees m.
 */
struct trial_model;
struct trial_model *trial_model_start(struct trial *t, const struct bench *b, const char *card);
void trial_model_take(struct trial_model *m);

#endif
