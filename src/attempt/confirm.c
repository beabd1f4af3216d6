/*
 * confirm.c - the GPU's part of an attempt. The vm judges: it sees and counts what hardware does not, and its verdict is there
 * first.
 *
 *	the attempt's thread    build  run on the vm  judge  | the verdict |  compare  .  .  .  take times (timed.c)
 *	confirm's thread        which GPU, build .........................................  | run |
 *	    and another         ........ the reference's build, its data on the GPU ............... |
 *	two workers             start the driver, make a context ....................... |
 *
 * After a pass, the cases that the vm ran also run on the GPU. If the results differ from what the vm makes of the same program,
 * either the vm or the way it is run here is wrong: that is our fault, and the report has both values. Whatever a GPU lacks, the
 * vm's verdict stands, and the report says what is missing.
 *
 * A host program starts the driver itself, and its times are those of its calls. A context takes longer than all its cases, so
 * one process runs them all: the vm has judged each alone. If one of them is not right there, which may be what an earlier one
 * left behind, it and the later ones run again, each in a process of its own, and those results count. Meanwhile a worker holds
 * the GPU, idle: beside it a process starts the driver in a tenth of the time.
 */
#include "config.h"

#include "attempt/trial.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/thread.h"
#include "bench/native_box.h"
#include "judge/judge.h"
#include "worker/card.h"

#define SETS_MOST      3                        /* data sets: one to warm up on, two to time */
#define SETS_BYTES     ((uint64_t)100 << 20)    /* of all sets together, if there are three */
#define PROCESSES      8                        /* of a host program, at once */
#define ARCH_LEAST     70
#define JOB_BYTES      ((uint64_t)900 << 20)    /* the limit of a job's size */

struct confirm {
	struct trial *t;             /* its bench and compiler; all else belongs to the attempt's thread */
	char want[16];               /* "gpu", "gpu:1", "auto" */
	double began;
	pthread_t thread, other;
	bool threaded;
	bool others;                 /* `other` has not been joined */
	atomic_bool needless;        /* the verdict is no pass */
	/* The thread's until it has ended: */
	struct arena arena;
	struct error error;          /* why the GPU confirms nothing */
	struct target target;
	/* Another's, which that one starts: */
	struct arena arena_of_times;
	struct exercise *exercise;   /* its own: the attempt's is in use */
	struct bench bench, sets;    /* of it, in the size for a GPU */
	struct build builds[2];      /* the reference's, the learner's */
	struct card *cards[2];
	struct job jobs[2];          /* the sets; of a host program, jobs[0] is the reference's timed case */
	struct box_report reference; /* a host program's */
	bool turned_away;            /* the reference's worker could not open the GPU */
	struct error untimed;        /* why no times can be taken */
};

/* The verdict stands, unless a grader needs times. */
static void lacks(struct trial *t, const struct error *why)
{
	struct attempt *a = t->a;

	a->gpu = GPU_LACKS;
	a->device_note = arena_strdup(&a->arena, why->text);
	a->gpu_next = why->remedy[0] ? arena_strdup(&a->arena, why->remedy) : NULL;
	if (t->options->times_needed)
		trial_fault(a, why->party == PARTY_US ? VERDICT_OUR_BUG : VERDICT_MACHINE_FAILED, why);
}

/* ---- in the thread ---------------------------------------------------------------------- */

static int build_for(struct confirm *c, struct build *b, const char *path, struct arena *arena, struct error *err)
{
	const enum verdict v = build_run(b, c->t->exercise, path, &c->t->compiler, c->target.arch, arena, err);

	if (v == VERDICT_PASSED)
		return 0;
	if (!err->text[0])
		error_set(err, PARTY_MACHINE, "the program cannot be built for it");
	return -1;
}

/* Data for times, and the reference's job. */
static int sets_make(struct confirm *c, struct error *err)
{
	const struct exercise *e = c->t->exercise;
	uint64_t bytes;

	if (exercise_open_for(&c->exercise, e->id, c->t->a->path, err) ||
	    bench_open(&c->bench, c->exercise, c->t->a->seed, true, &c->arena_of_times, err))
		return -1;
	bytes = bench_bytes(c->exercise, &c->bench.cases[c->bench.timed]);
	if (bytes > JOB_BYTES)
		return error_set(err, PARTY_MACHINE, "the data are too large");
	if (bench_sets(&c->sets, &c->bench, SETS_MOST * bytes <= SETS_BYTES ? SETS_MOST : 2 * bytes <= JOB_BYTES ? 2 : 1,
		       &c->arena_of_times, err))
		return -1;
	return bench_job(&c->sets, &(struct bench_program){ .build = &c->builds[0], .target = &c->target }, &c->arena_of_times,
			 &c->jobs[0], err);
}

static void prepare_times(struct confirm *c)
{
	if (build_for(c, &c->builds[0], c->t->exercise->solution_path, &c->arena_of_times, &c->untimed) ||
	    sets_make(c, &c->untimed) || c->needless)
		return;
	if (!c->cards[0]) {
		error_nomem(&c->untimed);
		return;
	}
	c->turned_away = card_ready(c->cards[0]) != 0;
	if (card_job(c->cards[0], &c->jobs[0]) == 0) /* if its worker is gone, timing.c will say so */
		card_say(c->cards[0], "sets");
}

/* The reference's timed case. */
static void prepare_program(struct confirm *c)
{
	const struct bench *b = &c->t->bench;
	const struct bench_program program = { .build = &c->builds[0], .target = &c->target, .only = &b->timed };
	struct box_limits limits;

	box_default_limits(&limits);
	if (build_for(c, &c->builds[0], c->t->exercise->solution_path, &c->arena_of_times, &c->untimed) || c->needless ||
	    bench_job(b, &program, &c->arena_of_times, &c->jobs[0], &c->untimed))
		return;
	native_box_run(&c->jobs[0], &limits, &c->arena_of_times, &c->reference, &c->untimed);
}

static void *prepare_reference(void *ctx)
{
	struct confirm *c = ctx;

	if (c->t->exercise->kind == EXERCISE_HOST)
		prepare_program(c);
	else
		prepare_times(c);
	return NULL;
}

/* Is there a GPU that will do? Else the error says why. */
static bool find_gpu(struct confirm *c)
{
	if (target_choose(&c->target, c->want, &c->error))
		return false;
	if (!c->target.is_gpu) {
		error_set(&c->error, PARTY_MACHINE, "%s", c->target.note);
	} else if (c->target.arch < ARCH_LEAST) {
		error_set(&c->error, PARTY_MACHINE, "%s has compute capability %d.%d, and the exercises are written for 7.0 or "
						    "newer", c->target.name,
			  c->target.arch / 10, c->target.arch % 10);
		error_remedy(&c->error, "is there a newer one (--device gpu:1)? Otherwise use --device vm");
	}
	return !c->error.text[0];
}

static void *prepare(void *ctx)
{
	struct confirm *c = ctx;

	if (!find_gpu(c) || c->needless)
		return NULL;
	c->others = !thread_start(&c->other, 0, prepare_reference, c);
	build_for(c, &c->builds[1], c->t->a->path, &c->arena, &c->error);
	if (!c->others)
		prepare_reference(c);
	return NULL;
}

/* The reference is ready for times; its part of *c may be read. */
static void wait_reference(struct confirm *c)
{
	if (c->others)
		pthread_join(c->other, NULL);
	c->others = false;
}

void trial_confirm_start(struct trial *t, const char *device)
{
	struct confirm *c = calloc(1, sizeof *c);
	struct error err = { 0 };

	t->a->gpu = GPU_PENDING;
	t->gpu = c;
	if (!c) {
		lacks(t, (error_nomem(&err), &err));
		return;
	}
	*c = (struct confirm){ .t = t, .began = clock_now() };
	snprintf(c->want, sizeof c->want, "%s", device);
	/* The workers start the driver while the thread finds out which GPU it is. */
	for (int i = 0; i < (t->exercise->kind == EXERCISE_HOST ? 1 : 2); i++)
		c->cards[i] = card_start(strcmp(device, "auto") ? device : "gpu");
	c->threaded = !thread_start(&c->thread, 0, prepare, c);
	if (!c->threaded)
		prepare(c);
}

/* ---- after the verdict --------------------------------------------------------------------- */

/* How the case went on the GPU differs from how it went on the vm, where it is right. */
static void differs(struct trial *t, const struct exercise_case *c, const struct case_judgement *j)
{
	struct attempt *a = t->a;
	const struct mismatch *m = &j->mismatch;

	a->gpu = GPU_DIFFERS;
	a->gpu_says = m->any ? arena_printf(&a->arena, "with %s, %s is %s, and %s on the virtual machine: that they differ is "
					    "warpbook's fault, not yours", c->name, m->where, m->got, m->expected)
			     : arena_printf(&a->arena, "with %s, %s, and the virtual machine finds nothing wrong: that they "
					    "differ is warpbook's fault, not yours", c->name, j->message);
	a->gpu_next = "please report it with your file and the seed";
	if (t->options->times_needed)
		a->speed.note = arena_printf(&a->arena, "no times were taken: %s", a->gpu_says);
}

/* The cases from `i` on as they went on the GPU; the earlier ones were right. ended: how the run did, where it stopped early. */
static void compare(struct trial *t, const struct result *r, size_t i, const struct error *ended)
{
	struct attempt *a = t->a;
	struct case_judgement j;
	struct error err = { 0 };

	for (; i < r->ncases && i < t->bench.ncases; i++) {
		const struct case_result *c = &r->cases[i];

		if (c->end == CASE_DEVICE_FAILED || c->end == CASE_BAD_LAUNCH) { /* what this GPU cannot hold, another can */
			lacks(t, &c->error);
			return;
		}
		if (judge_case(t->exercise, &t->bench.cases[i], t->build.labels, c, &t->expected.run.result.cases[i], &a->arena,
			       &j, &err)) {
			lacks(t, &err);
			return;
		}
		if (j.verdict != VERDICT_PASSED) {
			differs(t, &t->bench.cases[i], &j);
			return;
		}
	}
	if (i < t->bench.ncases) {
		lacks(t, ended);
		return;
	}
	a->gpu = GPU_CONFIRMS;
	a->gpu_says = i == 1 ? "the one case is right there too" :
		      arena_printf(&a->arena, "all %zu cases are right there too", i);
}

/* Why a run stopped before its last case. */
static void explain(const struct box_report *run, struct error *err)
{
	if (err->text[0])
		return;
	if (run->result.load_failed)
		*err = run->result.error;
	else if (run->end == BOX_INTERRUPTED)
		error_set(err, PARTY_MACHINE, "a signal ended its run");
	else
		error_set(err, run->end == BOX_CRASHED ? PARTY_US : PARTY_MACHINE,
			  "the process that runs it there did not finish%s%s", run->stderr_tail[0] ? ": " : "", run->stderr_tail);
}

/* Runs the job's cases. -1: the worker is gone, or the error says why there are no results. */
static int kernel_run(struct confirm *c, const struct job *job, struct result *results, struct box_report *run, struct error *err)
{
	struct arena *arena = &c->t->a->arena;

	if (card_job(c->cards[1], job) == 0 && card_say(c->cards[1], "run") == 0)
		return card_results(c->cards[1], arena, results, err);
	/* Its end has the results: a kernel that breaks the device ends the worker. */
	card_end(c->cards[1], arena, run, err);
	c->cards[1] = NULL;
	*results = run->result;
	return -1;
}

static void one_at_a_time(struct confirm *c)
{
	error_set(&c->untimed, PARTY_MACHINE, "the GPU takes one process at a time, and times need two");
}

/* A GPU may take one process at a time: then the reference's worker makes way, and there are no times. */
static int kernel_alone(struct confirm *c, const struct job *job, struct result *results, struct box_report *run,
			struct error *err)
{
	*results = (struct result){ .ncases = 0 };
	*run = (struct box_report){ .end = BOX_FINISHED };
	wait_reference(c);
	card_end(c->cards[0], NULL, NULL, NULL);
	c->cards[0] = NULL;
	c->cards[1] = card_start(c->target.device);
	one_at_a_time(c);
	return c->cards[1] ? kernel_run(c, job, results, run, err) : -1;
}

static void confirm_kernel(struct confirm *c)
{
	struct trial *t = c->t;
	const struct bench_program program = { .build = &c->builds[1], .target = &c->target, .check = true };
	struct box_report run = { .end = BOX_FINISHED };
	struct error err = { 0 };
	struct result results = { .ncases = 0 };
	struct job job;

	if (!c->cards[0] || !c->cards[1] || bench_job(&t->bench, &program, &c->arena, &job, &err)) {
		lacks(t, err.text[0] ? &err : (error_nomem(&err), &err));
		return;
	}
	if (kernel_run(c, &job, &results, &run, &err) && results.load_failed && !results.ncases &&
	    (wait_reference(c), card_ready(c->cards[0]) == 0))
		kernel_alone(c, &job, &results, &run, &err);
	if (results.load_failed)
		err = results.error;
	explain(&run, &err);
	compare(t, &results, 0, &err);
}

/*
 * Runs all cases of a host program in one process. Returns how many, from the first on, are right; none if the program may keep
 * state between calls, or the data are too large.
 */
static size_t program_together(struct confirm *c, struct case_result *cases)
{
	struct trial *t = c->t;
	const struct bench_program program = { .build = &c->builds[1], .target = &c->target, .check = true };
	struct box_limits limits;
	struct box_report run = { .end = BOX_FINISHED };
	struct case_judgement j;
	struct error ignored = { 0 };
	struct job job;
	uint64_t bytes = 0;
	size_t right = 0;

	for (size_t i = 0; i < t->bench.ncases; i++)
		bytes += bench_bytes(t->exercise, &t->bench.cases[i]);
	if (t->exercise->keeps_state || bytes > JOB_BYTES || bench_job(&t->bench, &program, &c->arena, &job, &ignored))
		return 0;
	job.together = true;
	box_default_limits(&limits);
	if (native_box_run(&job, &limits, &c->arena, &run, &ignored))
		return 0;
	while (right < run.result.ncases &&
	       judge_case(t->exercise, &t->bench.cases[right], t->build.labels, &run.result.cases[right],
			  &t->expected.run.result.cases[right], &c->arena, &j, &ignored) == 0 && j.verdict == VERDICT_PASSED) {
		cases[right] = run.result.cases[right];
		right++;
	}
	return right;
}

/* A case of a host program, which has a process of its own: starting the driver takes it longest, so several start at once. */
struct process {
	struct confirm *c;
	size_t index;
	pthread_t thread;
	bool started;
	struct arena arena;
	struct box_report run;
	struct error error;
};

static void *process_run(void *ctx)
{
	struct process *p = ctx;
	const struct bench_program program = { .build = &p->c->builds[1], .target = &p->c->target, .check = true,
					       .only = &p->index };
	struct box_limits limits;
	struct job job;

	box_default_limits(&limits);
	if (bench_job(&p->c->t->bench, &program, &p->arena, &job, &p->error) == 0)
		native_box_run(&job, &limits, &p->arena, &p->run, &p->error);
	return NULL;
}

/* All but the timed one at once, and that one alone. */
static void processes_run(struct process *all, size_t first, size_t n, size_t timed)
{
	for (size_t from = first; from < n; from += PROCESSES) {
		const size_t upto = from + PROCESSES < n ? from + PROCESSES : n;

		for (size_t i = from; i < upto; i++)
			all[i].started = i != timed && !thread_start(&all[i].thread, 0, process_run, &all[i]);
		for (size_t i = from; i < upto; i++)
			if (all[i].started)
				pthread_join(all[i].thread, NULL);
			else if (i != timed)
				process_run(&all[i]);
	}
	if (timed >= first)
		process_run(&all[timed]);
}

/* The results from `first` up to the first case that has none; *why: the reason. */
static size_t processes_results(struct process *all, size_t first, size_t n, struct case_result *cases, struct error *why)
{
	for (size_t i = first; i < n; i++) {
		if (all[i].run.result.ncases != 1) {
			*why = all[i].error;
			explain(&all[i].run, why);
			return i;
		}
		cases[i] = all[i].run.result.cases[0];
	}
	return n;
}

static void take_program_times(struct confirm *c, const struct case_result *own)
{
	const struct result *its = &c->reference.result;
	struct attempt *a = c->t->a;

	if (a->gpu != GPU_CONFIRMS || its->ncases != 1 || !(its->cases[0].seconds > 0) || !(own->seconds > 0))
		return;
	a->speed = (struct attempt_speed){ .of_case = a->cases[c->t->bench.timed].name, .seconds = own->seconds,
					   .reference_seconds = its->cases[0].seconds, .timed_runs = own->timed_runs,
					   .time_ratio = own->seconds / its->cases[0].seconds, .driver = c->target.driver };
}

static void confirm_program(struct confirm *c)
{
	struct trial *t = c->t;
	const size_t n = t->bench.ncases;
	struct process *all = calloc(n, sizeof *all);
	struct case_result *cases = arena_array(&c->arena, n, sizeof *cases);
	struct error why = { 0 };
	size_t right;

	if (!all || !cases) {
		free(all);
		lacks(t, (error_nomem(&why), &why));
		return;
	}
	for (size_t i = 0; i < n; i++) {
		all[i].c = c;
		all[i].index = i;
	}
	wait_reference(c); /* it would disturb the times */
	right = program_together(c, cases);
	if (right < n && c->cards[0]) { /* a GPU may take one process at a time */
		card_end(c->cards[0], NULL, NULL, NULL);
		c->cards[0] = NULL;
	}
	if (right < n)
		processes_run(all, right, n, t->bench.timed);
	compare(t, &(struct result){ .cases = cases, .ncases = processes_results(all, right, n, cases, &why) }, right, &why);
	take_program_times(c, &cases[t->bench.timed]);
	for (size_t i = 0; i < n; i++)
		arena_release(&all[i].arena);
	free(all);
}

static void take_times(struct confirm *c)
{
	struct trial *t = c->t;
	struct trial_times times = { .target = &c->target, .bench = &c->bench, .sets = &c->sets, .arena = &c->arena };
	struct trial_model *model;
	struct error err = { 0 };

	wait_reference(c);
	if (c->turned_away) /* and the learner's ran there */
		one_at_a_time(c);
	else if (!c->untimed.text[0] && (!c->cards[0] || !c->cards[1]))
		error_set(&c->untimed, PARTY_MACHINE, "the process that runs it there has ended");
	if (!c->sets.ncases || c->untimed.text[0]) {
		t->a->speed.note = arena_printf(&t->a->arena, "no times were taken: %s", c->untimed.text);
		return;
	}
	if (bench_job(&c->sets, &(struct bench_program){ .build = &c->builds[1], .target = &c->target }, &c->arena,
		      &c->jobs[1], &err)) {
		t->a->speed.note = arena_printf(&t->a->arena, "no times were taken: %s", err.text);
		return;
	}
	/* If one of them is gone, its end says why. */
	if (card_job(c->cards[1], &c->jobs[1]) == 0)
		card_say(c->cards[1], "sets");
	memcpy(times.jobs, c->jobs, sizeof times.jobs);
	memcpy(times.cards, c->cards, sizeof times.cards);
	c->cards[0] = c->cards[1] = NULL;
	model = trial_model_start(t, &c->bench, c->target.name);
	trial_time(t, &times);
	t->a->gpu_times_seconds = t->a->speed.seconds > 0 ? clock_now() - c->began : 0;
	trial_model_take(model);
}

void trial_confirm(struct trial *t)
{
	struct confirm *c = t->gpu;
	struct attempt *a = t->a;

	if (a->verdict != VERDICT_PASSED) {
		c->needless = true;
		a->gpu = GPU_NO;
		if (a->verdict != VERDICT_INTERRUPTED)
			trial_stage(t, STAGE_VERDICT); /* what the thread has begun takes a moment to end */
		return;
	}
	trial_stage(t, STAGE_VERDICT);
	if (c->threaded)
		pthread_join(c->thread, NULL);
	c->threaded = false;
	if (c->error.text[0]) {
		lacks(t, &c->error);
		return;
	}
	if (t->exercise->kind == EXERCISE_HOST)
		confirm_program(c);
	else
		confirm_kernel(c);
	a->gpu_results_seconds = clock_now() - c->began;
	if (a->gpu == GPU_LACKS)
		return;
	a->device = arena_strdup(&a->arena, c->target.device);
	a->device_name = arena_strdup(&a->arena, c->target.name);
	if (t->exercise->kind == EXERCISE_HOST)
		a->gpu_times_seconds = a->speed.seconds > 0 ? a->gpu_results_seconds : 0;
	else if (a->gpu == GPU_CONFIRMS)
		take_times(c);
}

void attempt_leave(void)
{
	card_spare(NULL);
}

void trial_confirm_end(struct trial *t)
{
	struct confirm *c = t->gpu;

	if (!c)
		return;
	c->needless = true;
	if (c->threaded)
		pthread_join(c->thread, NULL);
	wait_reference(c);
	for (int i = 0; i < 2; i++) {
		if (c->cards[i] && !(t->options->stays && card_return(c->cards[i])))
			card_end(c->cards[i], NULL, NULL, NULL);
		build_release(&c->builds[i]);
	}
	if (t->options->stays && c->target.is_gpu)
		card_spare(c->target.device);
	if (c->exercise)
		exercise_close(c->exercise);
	arena_release(&c->arena);
	arena_release(&c->arena_of_times);
	free(c);
	t->gpu = NULL;
}
