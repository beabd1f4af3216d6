/*
 * timed.c - times a right kernel on a GPU against the reference: the data, the two jobs, and the results of the runs.
 *
 * worker/timing.h takes the times, on data of the timed case that neither kernel has seen: fresh sets, from seeds derived from the
 * attempt's. The results of the timed runs are judged like any other. A time that the card cannot reach is always rejected.
 */
#include "config.h"

#include "attempt/trial.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "child/proc.h"
#include "judge/judge.h"
#include "worker/timing.h"

#define SETS_MOST      3                        /* data sets: one to warm up on, two to time */
#define SETS_BYTES     ((uint64_t)100 << 20)    /* of all sets together, if there are three */
#define JOB_BYTES      ((uint64_t)900 << 20)    /* the limit of a job's size */
#define SHOWN_WIDTH    0.01                     /* of half the interval, for a time that is only shown */
#define JUDGED_WIDTH   0.005                    /* of half the interval, for a time with a limit */
#define MOST_SECONDS   10
#define LONG_SECONDS   1.25                     /* of a kernel: it is not run many times */
#define IMPOSSIBLE     1.5                      /* times the card's peak */

static const char advice_noisy[] = "try again when no other program uses this GPU; a limit so near to the kernel's time may need "
				   "a better kernel";

/* The exercise's limit on the time, or NULL. */
static const struct perf_limit *time_limit(const struct exercise *e)
{
	for (size_t i = 0; i < e->perf.nlimits; i++)
		if (!strcmp(e->perf.limits[i].metric->name, "time"))
			return &e->perf.limits[i];
	return NULL;
}

/* ---- waiting for the GPU --------------------------------------------------------------- */

static void report_wait(void *ctx)
{
	const struct trial *t = ctx;

	if (t->options->progress)
		trial_stage(t, STAGE_WAIT);
}

/* ---- judging the runs -------------------------------------------------------------------- */

static void take_findings(struct attempt *a, const struct case_result *r)
{
	struct finding *all = arena_array(&a->arena, a->nfindings + r->nfindings + 1, sizeof *all);

	if (!all)
		return;
	if (r->nfindings)
		memcpy(all, r->findings, r->nfindings * sizeof *all);
	if (a->nfindings)
		memcpy(all + r->nfindings, a->findings, a->nfindings * sizeof *all);
	a->findings = all;
	a->nfindings += r->nfindings;
}

/* The kernel was right once, but is wrong on fresh data or after other runs. */
static void take_judgement(struct trial *t, const struct exercise_case *c, struct case_result *r, const struct case_judgement *j)
{
	struct attempt *a = t->a;
	struct attempt_case *of = &a->cases[t->bench.timed];

	for (size_t i = 0; i < r->nfindings; i++)
		r->findings[i].case_index = (int)t->bench.timed;
	take_findings(a, r);
	a->verdict = of->verdict = j->verdict;
	a->message = of->message = arena_printf(&a->arena, "with %s and fresh data, in a run whose time was taken, %s", c->name, j->message);
	a->advice = j->advice;
	of->wrong = j->mismatch.count;
	of->elements = j->elements;
	of->first = j->mismatch.where;
	t->failed = t->bench.timed;
	if (verdict_party(j->verdict) != PARTY_LEARNER)
		error_set(&a->fault, verdict_party(j->verdict), "%s", a->message);
}

static const struct case_result *reference_of(const struct timing *time, size_t set)
{
	static const struct case_result none = { .end = CASE_NOT_RUN };

	for (size_t i = 0; i < time->reference.nkept && i < time->reference.run.result.ncases; i++)
		if (time->reference.sets[i] == set)
			return &time->reference.run.result.cases[i];
	return &none;
}

/* Judges the samples that were kept from the learner's timed runs. */
static void judge_runs(struct trial *t, const struct bench *sets, struct timing *time)
{
	struct result *learner = &time->learner.run.result;
	struct attempt *a = t->a;

	for (size_t i = 0; i < learner->ncases && a->verdict == VERDICT_PASSED; i++) {
		const size_t set = i < time->learner.nkept ? time->learner.sets[i] : 0;
		struct case_result *r = &learner->cases[i];
		const struct case_result *reference = reference_of(time, set);
		struct case_judgement j;
		struct error err = { 0 };

		/* A failed run has no results to compare: any reference will do. */
		if (r->end != CASE_DONE && reference->end == CASE_NOT_RUN)
			reference = &t->expected.run.result.cases[t->bench.timed];
		if (judge_case(t->exercise, &sets->cases[set], t->build.labels, r, reference, &a->arena, &j, &err)) {
			trial_fault(a, VERDICT_MACHINE_FAILED, &err);
			return;
		}
		if (j.verdict != VERDICT_PASSED)
			take_judgement(t, &sets->cases[set], r, &j);
	}
}

/* The least time to move the bytes, if each were read once and the cache held all writes; 0: unknown. */
static double least_seconds(const struct exercise_case *c, const struct card_limits *l)
{
	double bytes = c->bytes_needed - (double)l->cache_bytes;

	return bytes > 0 && l->bytes_per_second > 0 ? bytes / (IMPOSSIBLE * l->bytes_per_second) : 0;
}

static void take_times(struct trial *t, const struct timing *time)
{
	const struct exercise_case *c = &t->bench.cases[t->bench.timed];
	struct attempt_speed *s = &t->a->speed;
	const double least = least_seconds(c, &time->limits);

	t->time = time->ratio;
	s->floor_seconds = time->limits.floor_seconds;
	s->state = time->state;
	s->took = time->took;
	s->driver = t->target.driver;
	if (time->learner.seconds < least && time->reference.seconds >= least) {
		s->note = arena_printf(&t->a->arena, "%.3g us were measured, but moving %.3g MB takes this GPU %.3g us at least: a time "
				       "that is impossible does not count", 1e6 * time->learner.seconds, 1e-6 * c->bytes_needed, 1e6 * least);
		t->time = (struct ratio){ .rounds = 0 };
		return;
	}
	t->run.result.cases[t->bench.timed].seconds = time->learner.seconds;
	t->run.result.cases[t->bench.timed].timed_runs = (uint32_t)(2 * time->ratio.rounds);
	t->expected.run.result.cases[t->bench.timed].seconds = time->reference.seconds;
	s->dropped = time->dropped;
	if (c->bytes_needed > 0 && time->learner.seconds > 0) {
		s->bytes_per_second = c->bytes_needed / time->learner.seconds;
		if (time->limits.bytes_per_second > 0)
			s->share_of_memory = s->bytes_per_second / time->limits.bytes_per_second;
	}
	if (c->flops > 0 && time->learner.seconds > 0) {
		s->flops_per_second = c->flops / time->learner.seconds;
		if (time->limits.flops_per_second > 0)
			s->share_of_arithmetic = s->flops_per_second / time->limits.flops_per_second;
	}
}

/* No times: the machine's fault, but the attempt fails only if the exercise needs them. */
static void fail_untimed(struct trial *t, const struct error *why)
{
	struct attempt *a = t->a;

	if (time_limit(t->exercise))
		trial_fault(a, why->party == PARTY_US ? VERDICT_OUR_BUG : VERDICT_MACHINE_FAILED, why);
	else
		a->speed.note = arena_printf(&a->arena, "no times were taken: %s", why->text);
}

/* ---- the runs ------------------------------------------------------------------------------ */

static int jobs_make(struct trial *t, const struct bench *sets, const struct build *reference, struct arena *arena, struct job jobs[2],
		     struct error *err)
{
	const struct bench_program of_reference = { .build = reference, .target = &t->target };
	const struct bench_program of_learner = { .build = &t->build, .target = &t->target };

	return bench_job(sets, &of_reference, arena, &jobs[0], err) || bench_job(sets, &of_learner, arena, &jobs[1], err) ? -1 : 0;
}

static void take_turns(struct trial *t, const struct bench *sets, const struct job jobs[2], struct arena *arena)
{
	const struct perf_limit *limit = time_limit(t->exercise);
	const bool bound = limit && limit->relative;
	struct timing time = {
		.reference = { .job = &jobs[0], .arena = arena },
		.learner = { .job = &jobs[1], .arena = &t->a->arena }, /* the attempt keeps its findings */
		.rule = { .half_width = bound ? JUDGED_WIDTH : SHOWN_WIDTH, .seconds = MOST_SECONDS,
			  .bounds = bound ? &limit->bound : NULL, .nbounds = bound },
		.seed = rng_fresh_seed(),
	};
	int turn = target_turn(&t->target, report_wait, t);

	trial_stage(t, STAGE_TIME);
	if (proc_interrupted())
		time.end = TIMING_INTERRUPTED;
	else
		timing_run(&time);
	if (turn >= 0)
		close(turn);
	switch (time.end) {
	case TIMING_INTERRUPTED:
		trial_interrupted(t->a);
		return;
	case TIMING_FAILED:
		fail_untimed(t, &time.error);
		return;
	case TIMING_DONE:
	case TIMING_LEARNER_FAILED:
		break;
	}
	judge_runs(t, sets, &time);
	if (t->a->verdict == VERDICT_PASSED)
		take_times(t, &time);
}

void trial_time(struct trial *t)
{
	struct attempt *a = t->a;
	struct arena arena = { 0 };
	struct build reference;
	struct bench sets;
	struct job jobs[2];
	struct error err = { 0 };
	uint64_t bytes;
	enum verdict v;

	if (!t->target.is_gpu || t->exercise->kind == EXERCISE_HOST || a->verdict != VERDICT_PASSED || t->bench.timed >= a->ncases ||
	    t->bench.timed >= t->expected.run.result.ncases)
		return;
	bytes = bench_bytes(t->exercise, &t->bench.cases[t->bench.timed]);
	if (bytes > JOB_BYTES || t->run.result.cases[t->bench.timed].seconds > LONG_SECONDS) {
		ratio_of(&(double){ t->run.result.cases[t->bench.timed].seconds / t->expected.run.result.cases[t->bench.timed].seconds }, 1,
			 &t->time);
		return;
	}
	v = build_run(&reference, t->exercise, t->exercise->solution_path, &t->compiler, t->target.arch, &arena, &err);
	if (v == VERDICT_INTERRUPTED)
		trial_interrupted(a);
	else if (v != VERDICT_PASSED)
		fail_untimed(t, &err);
	else if (bench_sets(&sets, &t->bench, SETS_MOST * bytes <= SETS_BYTES ? SETS_MOST : 2 * bytes <= JOB_BYTES ? 2 : 1, &arena, &err) ||
		 jobs_make(t, &sets, &reference, &arena, jobs, &err))
		fail_untimed(t, &err);
	else
		take_turns(t, &sets, jobs, &arena);
	build_release(&reference);
	arena_release(&arena);
}

/* ---- a limit of the time --------------------------------------------------------------------- */

void trial_hold_time(const struct trial *t, struct measurement *m)
{
	if (strcmp(m->limit->metric->name, "time") || !m->limit->relative || !t->time.rounds)
		return;
	m->value = t->time.mid * m->reference;
	m->unsure = ratio_side_of(&t->time, m->limit->bound) == RATIO_ACROSS;
	m->held = !m->unsure && ratio_side_of(&t->time, m->limit->bound) == RATIO_BELOW;
}

void trial_too_noisy(struct trial *t, const struct measurement *m)
{
	struct error err = { 0 };

	error_set(&err, PARTY_MACHINE, "with %s, the kernel takes %.3g to %.3g times as long as the reference solution, and the limit is "
		  "%.3g times: these times are too noisy to tell whether it holds", t->bench.cases[t->bench.timed].name, t->time.low,
		  t->time.high, m->limit->bound);
	error_remedy(&err, "%s", advice_noisy);
	error_busy(&err);
	trial_fault(t->a, VERDICT_TOO_NOISY, &err);
}

void trial_impossible(struct trial *t)
{
	struct error err = { 0 };

	error_set(&err, PARTY_MACHINE, "%s", t->a->speed.note);
	error_remedy(&err, "try again; if this persists, please report it with your file and the seed");
	error_busy(&err);
	trial_fault(t->a, VERDICT_TOO_NOISY, &err);
}
