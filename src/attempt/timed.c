/*
 * timed.c - times a right kernel on a GPU against the reference, and judges the results of the runs.
 *
 * worker/timing.h takes the times, on data of the timed case that neither kernel has seen: fresh sets, from seeds derived from
 * the attempt's. The reference ran there too, on the same data: a program whose result differs from it is wrong. A limit of the
 * time is applied where the times tell; else the verdict stands as it is. A time that the card cannot reach is always rejected.
 */
#include "config.h"

#include "attempt/trial.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "judge/judge.h"
#include "worker/timing.h"

#define SHOWN_WIDTH    0.01                     /* of half the interval, for a time that is only shown */
#define JUDGED_WIDTH   0.005                    /* of half the interval, for a time with a limit */
#define SHOWN_SECONDS  1                        /* the most, */
#define JUDGED_SECONDS 10                       /* and where a grader needs to know on which side of a limit the time is */
#define IMPOSSIBLE     1.5                      /* times the card's peak */
#define DEVICE_SECONDS 5                        /* as DEVICE_LAUNCH_SECONDS has it, which this room does not see */

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

/* The kernel was right before, but is wrong on fresh data or after other runs. */
static void take_judgement(struct trial *t, const struct exercise_case *c, struct case_result *r, const struct case_judgement *j)
{
	struct attempt *a = t->a;
	struct attempt_case *of = &a->cases[t->bench.timed];

	for (size_t i = 0; i < r->nfindings; i++)
		r->findings[i].case_index = (int)t->bench.timed;
	take_findings(a, r);
	a->verdict = of->verdict = j->verdict;
	a->message = of->message = arena_printf(&a->arena, "with %s and fresh data, in a run whose time was taken, %s", c->name,
						j->message);
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
		if (judge_case(sets->exercise, &sets->cases[set], t->build.labels, r, reference, &a->arena, &j, &err)) {
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

/* The achieved rates, and their shares of what the card was measured to reach. */
static void take_rates(struct attempt_speed *s, const struct exercise_case *c, const struct card_limits *l)
{
	if (c->bytes_needed > 0 && s->seconds > 0) {
		s->bytes_per_second = c->bytes_needed / s->seconds;
		s->share_of_memory = l->bytes_per_second > 0 ? s->bytes_per_second / l->bytes_per_second : 0;
	}
	if (c->flops > 0 && s->seconds > 0) {
		s->flops_per_second = c->flops / s->seconds;
		s->share_of_arithmetic = l->flops_per_second > 0 ? s->flops_per_second / l->flops_per_second : 0;
	}
	if (c->flops > 0 && c->bytes_needed > 0) {
		s->flops_per_byte = c->flops / c->bytes_needed;
		s->ridge = l->bytes_per_second > 0 ? l->flops_per_second / l->bytes_per_second : 0;
	}
}

/* These times replace the counted work, which belongs to a smaller case. */
static void take_times(struct trial *t, const struct trial_times *of, const struct timing *time)
{
	const struct exercise_case *c = &of->bench->cases[of->bench->timed];
	struct attempt_speed *s = &t->a->speed;
	const double least = least_seconds(c, &time->limits);
	struct ratio r = time->ratio;

	*s = (struct attempt_speed){ .of_case = arena_strdup(&t->a->arena, c->name), .floor_seconds = time->limits.floor_seconds,
				     .state = time->state, .took = time->took, .driver = of->target->driver };
	if (time->learner.seconds < least && time->reference.seconds >= least) {
		s->note = arena_printf(&t->a->arena, "%.3g us were measured, but moving %.3g MB takes this GPU %.3g us at least: "
				       "a time that is impossible does not count", 1e6 * time->learner.seconds,
				       1e-6 * c->bytes_needed, 1e6 * least);
		return;
	}
	s->seconds = time->learner.seconds;
	s->reference_seconds = time->reference.seconds;
	s->timed_runs = (uint32_t)(2 * r.rounds);
	s->time_ratio = r.mid;
	s->rounds = r.rounds;
	s->dropped = time->dropped;
	ratio_invert(&r);
	s->speedup = r.mid;
	s->speedup_low = r.low;
	s->speedup_high = r.high;
	take_rates(s, c, &time->limits);
}

/* ---- a limit of the time --------------------------------------------------------------------- */

static void too_noisy(struct trial *t, const struct ratio *r, const char *of_case, double bound)
{
	struct error err = { 0 };

	error_set(&err, PARTY_MACHINE, "with %s, the kernel takes %.3g to %.3g times as long as the reference solution, and the "
		  "limit is %.3g times: these times are too noisy to tell whether it holds", of_case, r->low, r->high, bound);
	error_remedy(&err, "%s", advice_noisy);
	error_busy(&err);
	trial_fault(t->a, VERDICT_TOO_NOISY, &err);
}

/* Applies the times to the attempt's limit of them. */
static void hold_time(struct trial *t, const struct trial_times *of, const struct ratio *r)
{
	const struct exercise_case *c = &of->bench->cases[of->bench->timed];
	const struct attempt_speed *s = &t->a->speed;
	struct error err = { 0 };

	for (size_t i = 0; i < t->a->nmeasured; i++) {
		struct measurement *m = &t->a->measured[i];

		if (strcmp(m->limit->metric->name, "time"))
			continue;
		m->of_case = s->of_case;
		m->reference = judge_metric(m->limit->metric, c, &(struct case_result){ .seconds = s->reference_seconds });
		m->value = r->mid * m->reference;
		m->bound = m->limit->relative ? m->limit->bound * m->reference : m->limit->bound;
		m->counted = true;
		m->unsure = ratio_side_of(r, m->bound / m->reference) == RATIO_ACROSS;
		m->held = !m->unsure && m->value <= m->bound;
		if (m->unsure && t->options->times_needed)
			too_noisy(t, r, c->name, m->bound / m->reference);
		else if (trial_take_missed(t, m, 1, c))
			trial_fault(t->a, VERDICT_MACHINE_FAILED, (error_nomem(&err), &err));
	}
}

/* No times: the verdict stands, unless a grader needs to know whether a limit holds. */
static void fail_untimed(struct trial *t, const struct error *why)
{
	struct attempt *a = t->a;

	a->speed.note = arena_printf(&a->arena, "no times were taken: %s", why->text);
	if (time_limit(t->exercise) && t->options->times_needed)
		trial_fault(a, why->party == PARTY_US ? VERDICT_OUR_BUG : VERDICT_MACHINE_FAILED, why);
}

static void impossible(struct trial *t)
{
	struct error err = { 0 };

	error_set(&err, PARTY_MACHINE, "%s", t->a->speed.note);
	error_remedy(&err, "try again; if this persists, please report it with your file and the seed");
	error_busy(&err);
	if (time_limit(t->exercise))
		trial_fault(t->a, VERDICT_TOO_NOISY, &err);
}

/* ---- the runs ------------------------------------------------------------------------------ */

static void take_turns(struct trial *t, struct trial_times *of, struct timing *time)
{
	int turn = target_turn(of->target, report_wait, t);

	trial_stage(t, STAGE_TIME);
	timing_run(time);
	if (turn >= 0)
		close(turn);
}

/* The kernel is right, but so slow with the larger case that it was ended. */
static bool is_just_long(const struct trial *t, const struct timing *time)
{
	const struct result *r = &time->learner.run.result;

	return time->end == TIMING_LEARNER_FAILED && r->cases[r->ncases - 1].end == CASE_HANG && !time_limit(t->exercise);
}

void trial_time(struct trial *t, struct trial_times *of)
{
	const struct perf_limit *limit = time_limit(t->exercise);
	struct timing time = {
		.reference = { .job = &of->jobs[0], .card = of->cards[0], .arena = of->arena },
		/* the attempt keeps its findings */
		.learner = { .job = &of->jobs[1], .card = of->cards[1], .arena = &t->a->arena },
		.rule = { .half_width = limit ? JUDGED_WIDTH : SHOWN_WIDTH,
			  .seconds = limit && t->options->times_needed ? JUDGED_SECONDS : SHOWN_SECONDS,
			  .bounds = limit && limit->relative ? &limit->bound : NULL, .nbounds = limit && limit->relative },
		.seed = rng_fresh_seed(),
	};
	struct error err = { 0 };

	take_turns(t, of, &time);
	of->cards[0] = of->cards[1] = NULL;
	if (time.end == TIMING_INTERRUPTED) {
		error_set(&err, PARTY_MACHINE, "a signal ended it");
		fail_untimed(t, &err);
		return;
	}
	if (time.end == TIMING_FAILED || is_just_long(t, &time)) {
		if (time.end != TIMING_FAILED)
			error_set(&time.error, PARTY_MACHINE, "with %s, the kernel does not end within %d s on this GPU",
				  of->bench->cases[of->bench->timed].name, DEVICE_SECONDS);
		fail_untimed(t, &time.error);
		return;
	}
	judge_runs(t, of->sets, &time);
	if (t->a->verdict != VERDICT_PASSED)
		return;
	take_times(t, of, &time);
	if (t->a->speed.note)
		impossible(t);
	else
		hold_time(t, of, &time.ratio);
}
