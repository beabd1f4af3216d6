/*
 * attempt.c - the steps from a file to a verdict, in order.
 *
 *	build the learner's file   |  on a thread of its own: the expected values
 *	run it in a worker
 *	judge case by case
 *	if a grader asks for it: run the cases that were left out, one by one
 *	a right file: if the exercise asks for the same bits in any order, run it in other orders
 *	a right file: compare the counters with the exercise's limits
 *	the verdict: report it
 *	if it passed, and a GPU is asked for, which was made ready meanwhile: confirm the results there, and take times
 *	record
 *
 * Each step leaves PASSED as the verdict and the next one goes on, or sets the verdict with its message; then only the
 * record remains to do. The attempt's own arena holds copies of everything in the report.
 *
 * No verdict on the file depends on other work of the machine: limits are in instructions of the vm, processor seconds,
 * and seconds asleep. If a wall-clock limit ends a run, that is the machine's fault, and the attempt runs once more.
 */
#include "config.h"

#include "attempt/attempt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "attempt/trial.h"
#include "base/language.h"
#include "base/clock.h"
#include "base/hash.h"
#include "bench/native_box.h"
#include "child/proc.h"
#include "child/sandbox.h"
#include "judge/judge.h"
#include "toolchain/cache.h"
#include "toolchain/python/numba.h"
#include "words/kinds.h"
#include "words/python.h"

/*
 * A kernel may take LENIENCE times the instructions of the reference solution, and always LEAST: even a serial kernel
 * is not a hang. Beyond that it counts as endless.
 */
#define BUDGET_LENIENCE 1024
#define BUDGET_LEAST    ((uint64_t)1 << 24)
#define BUDGET_MOST     ((uint64_t)1 << 34)

void trial_stage(const struct trial *t, enum attempt_stage stage)
{
	const bool judged = stage == STAGE_VERDICT || stage == STAGE_WAIT || stage == STAGE_TIME;

	if (t->options->progress)
		t->options->progress(t->options->ctx, &(struct attempt_state){ .stage = stage, .so_far = judged ? t->a : NULL });
}

void attempt_state_text(const struct attempt_state *state, struct buf *out)
{
	static const char *const stages[] = {
		[STAGE_READ] = N_("reading"), [STAGE_COMPILE] = N_("compiling"), [STAGE_EXPECT] = N_("running the reference"),
		[STAGE_RUN] = N_("running"), [STAGE_JUDGE] = N_("judging"), [STAGE_REST] = N_("running the other cases"),
		[STAGE_ORDERS] = N_("trying other orders"), [STAGE_VERDICT] = N_("asking the GPU"),
		[STAGE_WAIT] = N_("waiting for the GPU"), [STAGE_TIME] = N_("taking times"), [STAGE_DONE] = N_("done"),
	};
	static const char *const steps[] = {
		[JOB_STEP_RUN] = N_("running"), [JOB_STEP_CHECKED] = N_("checking races"), [JOB_STEP_COUNTED] = N_("counting"),
		[JOB_STEP_AGAIN] = N_("once more"), [JOB_STEP_TIMED] = N_("timing"), [JOB_STEP_PROBED] = N_("failing a call"),
	};

	if (state->at)
		buf_printf(out, _("case %u of %u, %s"), state->at, state->of, _(steps[state->step]));
	else
		buf_puts(out, _(stages[state->stage]));
}

/* A job's step hook, for the learner's run. */
static void step_report(void *ctx, size_t index, enum job_step step)
{
	const struct trial *t = ctx;
	const struct attempt_state state = { STAGE_RUN, (unsigned)index + 1, (unsigned)t->bench.ncases, step, NULL };

	t->options->progress(t->options->ctx, &state);
}

static const char *keep(struct attempt *a, const char *text)
{
	return text ? arena_strdup(&a->arena, text) : NULL;
}

void trial_fault(struct attempt *a, enum verdict verdict, const struct error *fault)
{
	a->verdict = verdict;
	a->fault = *fault;
	a->message = keep(a, fault->text);
	a->advice = fault->remedy[0] ? keep(a, fault->remedy) : NULL;
}

void trial_interrupted(struct attempt *a)
{
	a->verdict = VERDICT_INTERRUPTED;
	a->message = "a signal ended the check before there was a verdict";
	a->advice = NULL;
}

/* ---- build ---------------------------------------------------------------------------- */

static void keep_diagnostics(struct attempt *a, const struct compilation *c)
{
	a->diagnostics = arena_array(&a->arena, c->ndiagnostics + 1, sizeof *a->diagnostics);
	for (size_t i = 0; a->diagnostics && i < c->ndiagnostics; i++) {
		struct diagnostic *d = &a->diagnostics[a->ndiagnostics++];

		*d = c->diagnostics[i];
		d->file = keep(a, d->file);
		d->text = keep(a, d->text);
		d->hint = keep(a, d->hint);
	}
}

static void keep_build(struct attempt *a, const struct build *b)
{
	const struct compilation *c = &b->compilation;

	a->source = arena_strndup(&a->arena, buf_text(&b->source), b->source.len);
	a->source_len = a->source ? b->source.len : 0;
	if (b->source.len)
		hash_bytes(buf_text(&b->source), b->source.len, a->source_sha256);
	a->compile_seconds = c->seconds;
	a->compile_cached = c->from_cache;
	a->compile_command = keep(a, c->command);
	keep_diagnostics(a, c);
}

static void build(struct trial *t)
{
	struct attempt *a = t->a;
	struct error err = { 0 };
	struct compiler own = t->compiler;
	enum verdict v;

	own.ready = t->options->ready; /* for the learner's file; the reference is compiled meanwhile, or already */
	v = build_run(&t->build, t->exercise, a->path, &own, t->target.arch, &a->arena, &err);

	keep_build(a, &t->build);
	if (v == VERDICT_INTERRUPTED)
		trial_interrupted(a);
	else if (v != VERDICT_PASSED)
		trial_fault(a, v, &err);
}

/* ---- run ------------------------------------------------------------------------------ */

const uint64_t *trial_budgets(struct trial *t)
{
	const struct result *reference = &t->expected.run.result;
	uint64_t *list = arena_array(&t->a->arena, t->bench.ncases + 1, sizeof *list);

	for (size_t i = 0; list && i < t->bench.ncases; i++) {
		uint64_t work = i < reference->ncases ? case_counter(&reference->cases[i], "warp_instructions") : 0;

		list[i] = work > BUDGET_MOST / BUDGET_LENIENCE ? BUDGET_MOST : work * BUDGET_LENIENCE;
		if (list[i] < BUDGET_LEAST)
			list[i] = BUDGET_LEAST;
		if (t->bench.cases[i].resident) /* this case tests for hangs, and its blocks poll global memory all the time */
			list[i] = BUDGET_LEAST + work * 64 < list[i] ? BUDGET_LEAST / 4 + work * 64 : list[i];
	}
	return list;
}

/* The case that was running when the worker ended. */
static const char *running_case(const struct trial *t)
{
	size_t i = t->run.result.ncases;

	return i < t->bench.ncases ? t->bench.cases[i].name : "its cases done";
}

/* Reads the end of a worker that sent no end mark. */
static void read_box_end(struct trial *t, const struct box_limits *limits)
{
	struct attempt *a = t->a;
	struct error err = { 0 };

	switch (t->run.end) {
	case BOX_FINISHED:
		break;
	case BOX_INTERRUPTED:
		trial_interrupted(a);
		break;
	case BOX_DEADLINE:
		a->verdict = VERDICT_HANG;
		t->failed = t->run.result.ncases;
		a->message = arena_printf(&a->arena, "with %s, the %s does not end within %g s of processor time",
					  running_case(t), t->exercise->kind == EXERCISE_HOST ? "program" : "kernel",
					  limits->seconds);
		a->advice = "is there a loop whose condition stays true, or one that grows with the array?";
		break;
	case BOX_IDLE:
		a->verdict = VERDICT_HANG;
		t->failed = t->run.result.ncases;
		a->message = arena_printf(&a->arena, "with %s, the %s does not end%s", running_case(t),
					  t->exercise->kind == EXERCISE_HOST ? "program" : "kernel",
					  ": it waits, and nothing runs any more");
		a->advice = "does it wait for something that never happens: a lock, a condition, a thread, a flag?";
		break;
	case BOX_FLOOD:
		a->verdict = VERDICT_OUTPUT_FLOOD;
		a->message = arena_printf(&a->arena, "with %s, more came back than can be kept", running_case(t));
		break;
	case BOX_PRINTED:
		a->verdict = VERDICT_OUTPUT_FLOOD;
		t->failed = t->run.result.ncases;
		a->message = arena_printf(&a->arena, "with %s, the program prints more than 64 MiB", running_case(t));
		a->advice = "is there a loop that prints and does not end?";
		break;
	case BOX_MEMORY:
		if (t->run.filled_memory) { /* the reference ran here with the same inputs */
			a->verdict = VERDICT_HOST_CRASH;
			t->failed = t->run.result.ncases;
			a->message = arena_printf(&a->arena, "with %s, the program fills the memory of this machine: the kernel "
						  "ended it when it held %llu MiB", running_case(t),
						  (unsigned long long)t->run.memory_peak >> 20);
			a->advice = "is there a loop that allocates, or an array that is far too large?";
			break;
		}
		proc_memory_short(arena_printf(&a->arena, "the process with %s", running_case(t)), t->run.memory_peak, &err);
		trial_fault(a, VERDICT_MACHINE_FAILED, &err);
		break;
	case BOX_STARVED:
		error_set(&err, PARTY_MACHINE, "with %s, the worker was held up: it had %.1f s of a processor in %.0f s",
			  running_case(t), t->run.cpu_seconds, t->run.wall_seconds);
		error_remedy(&err, "try again when the machine is less busy");
		error_busy(&err);
		trial_fault(a, VERDICT_MACHINE_FAILED, &err);
		break;
	case BOX_ENDED:
		if (t->again && t->exercise->kind == EXERCISE_HOST) { /* twice, and alone: it sends the signal itself */
			a->verdict = VERDICT_HOST_CRASH;
			t->failed = t->run.result.ncases;
			a->message = arena_printf(&a->arena, "with %s, the program is ended by a signal (%s)", running_case(t),
						  strsignal(t->run.signal));
			a->advice = "does it send the signal to itself?";
			break;
		}
		error_set(&err, PARTY_MACHINE, "with %s, another process ended the worker (%s)", running_case(t),
			  strsignal(t->run.signal));
		error_remedy(&err, "try again");
		if (t->exercise->kind == EXERCISE_HOST) /* or did it send the signal itself? Another try shows it */
			error_busy(&err);
		trial_fault(a, VERDICT_MACHINE_FAILED, &err);
		break;
	case BOX_CRASHED:
		error_set(&err, PARTY_US, "with %s, the worker crashed (%s)%s%s", running_case(t),
			  t->run.signal ? strsignal(t->run.signal) : "no signal", t->run.stderr_tail[0] ? ": " : "",
			  t->run.stderr_tail);
		error_remedy(&err, "this is a bug in warpbook: please report it with your file and the seed");
		trial_fault(a, VERDICT_OUR_BUG, &err);
		break;
	}
}

static void run(struct trial *t)
{
	struct attempt *a = t->a;
	const struct bench_program program = {
		.build = &t->build, .target = &t->target, .check = true, .budgets = trial_budgets(t),
		.order_seed = t->a->seed,
	};
	struct box_limits limits;
	struct error err = { 0 };
	struct job job;

	box_default_limits(&limits);
	if (t->options->seconds > 0)
		limits.seconds = t->options->seconds;
	if (t->options->wall_seconds > 0)
		limits.wall_seconds = t->options->wall_seconds;
	if (bench_job(&t->bench, &program, &a->arena, &job, &err) ||
	    (job.step = t->options->progress ? step_report : NULL, job.step_ctx = t,
	     native_box_run(&job, &limits, &a->arena, &t->run, &err))) {
		trial_fault(a, err.party == PARTY_MACHINE ? VERDICT_MACHINE_FAILED : VERDICT_OUR_BUG, &err);
		return;
	}
	a->run_seconds = t->run.wall_seconds;
	read_box_end(t, &limits);
	if (a->verdict == VERDICT_PASSED && t->run.result.load_failed) {
		err = t->run.result.error;
		trial_fault(a, err.party == PARTY_MACHINE ? VERDICT_MACHINE_FAILED
			       : err.party == PARTY_LEARNER ? VERDICT_COMPILE_ERROR : VERDICT_UNSUPPORTED, &err);
	}
}

/* ---- judge ---------------------------------------------------------------------------- */

/* Order of severity: faults that no one here can fix, then verdict.def's order. */
static int rank(enum verdict v)
{
	if (v == VERDICT_PASSED)
		return VERDICT_COUNT;
	return verdict_party(v) == PARTY_LEARNER ? (int)v : -1;
}

/*
 * Takes over a case's judgement if it is worse than the current one. Of several wrong answers the report shows the
 * first, which is the smallest, but the advice is about the largest: a pattern over many elements is more reliable.
 */
static void take_judgement(struct trial *t, const struct exercise_case *c, const struct case_judgement *j)
{
	struct attempt *a = t->a;
	bool other_than_code = verdict_party(j->verdict) != PARTY_LEARNER;

	if (rank(j->verdict) < rank(a->verdict)) {
		a->verdict = j->verdict;
		a->message = j->verdict == VERDICT_WRONG_ANSWER || other_than_code
				     ? arena_printf(&a->arena, "with %s, %s", c->name, j->message) : j->message;
		a->advice = j->advice;
		t->advised_by = j->advice_weight;
		t->failed = (size_t)c->index;
		if (other_than_code && a->message)
			error_set(&a->fault, verdict_party(j->verdict), "%s", a->message);
	} else if (j->verdict == a->verdict && j->advice && j->advice_weight > t->advised_by &&
		   (!a->advice || strcmp(a->advice, j->advice) != 0)) {
		/* the sentence above it is about another case */
		a->advice = arena_printf(&a->arena, "with %s, %s", c->name, j->advice);
		t->advised_by = j->advice_weight;
	}
}

static bool same_place(const struct source_place *p, const struct source_place *q)
{
	return p->line == q->line && (p->file == q->file || (p->file && q->file && !strcmp(p->file, q->file)));
}

/* Each case repeats its findings: list each cause once, with its first case. */
static void keep_finding(struct attempt *a, const struct finding *f, size_t *cap)
{
	struct finding *list = a->findings, *place;

	for (size_t i = 0; i < a->nfindings; i++)
		if (list[i].kind == f->kind && same_place(&list[i].place, &f->place) &&
		    same_place(&list[i].other, &f->other))
			return;
	place = arena_push(&a->arena, &a->findings, &a->nfindings, cap, sizeof *place);
	if (place)
		*place = *f;
}

/* A race between lanes and one between warps on the same lines are the same race, seen in two cases. */
static bool is_race_again(const struct attempt *a, const struct finding *f)
{
	for (size_t i = 0; f->kind == KIND_RACE_WITHIN_WARP && i < a->nfindings; i++) {
		const struct finding *race = &a->findings[i];

		if ((race->kind == KIND_DATA_RACE_SHARED || race->kind == KIND_DATA_RACE_GLOBAL) &&
		    same_place(&race->place, &f->place) && same_place(&race->other, &f->other))
			return true;
	}
	return false;
}

static void fold_findings(struct attempt *a)
{
	size_t n = 0;

	for (size_t i = 0; i < a->nfindings; i++)
		if (!is_race_again(a, &a->findings[i]))
			a->findings[n++] = a->findings[i];
	a->nfindings = n;
}

static int compare_findings(const void *a, const void *b)
{
	const struct finding *f = a, *g = b;

	if (f->level != g->level)
		return f->level > g->level ? -1 : 1;
	return f->case_index - g->case_index;
}

static void keep_output(struct attempt *a, const char *name, const struct case_result *r)
{
	if (a->output_case || r->output_len == 0)
		return;
	a->output = r->output;
	a->output_len = r->output_len;
	a->output_case = name;
	a->output_truncated = r->output_truncated;
}

static void add_counters(struct attempt *a, const struct case_result *r, size_t *cap)
{
	for (size_t i = 0; i < r->ncounters; i++) {
		struct store_counter *c = NULL;

		for (size_t k = 0; k < a->ncounters && !c; k++)
			if (!strcmp(a->counters[k].name, r->counters[i].name))
				c = &a->counters[k];
		if (!c) {
			c = arena_push(&a->arena, &a->counters, &a->ncounters, cap, sizeof *c);
			if (!c)
				return;
			c->name = r->counters[i].name;
			c->value = 0;
		}
		c->value += (int64_t)r->counters[i].value;
	}
}

static void keep_result(struct trial *t)
{
	struct attempt *a = t->a;
	size_t finding_cap = 0, counter_cap = 0;

	for (size_t i = 0; i < t->run.result.ncases && i < t->bench.ncases; i++) {
		const struct case_result *r = &t->run.result.cases[i];

		for (size_t k = 0; k < r->nfindings; k++)
			keep_finding(a, &r->findings[k], &finding_cap);
		add_counters(a, r, &counter_cap);
		keep_output(a, t->bench.cases[i].name, r);
	}
	fold_findings(a);
	if (a->nfindings)
		qsort(a->findings, a->nfindings, sizeof *a->findings, compare_findings);
}

/* The reason why a call of the runtime failed explains a wrong answer; a right one needs no explanation. */
static void drop_explanations(struct trial *t)
{
	struct attempt *a = t->a;
	size_t n = 0;

	if (t->exercise->kind != EXERCISE_HOST || a->verdict != VERDICT_PASSED)
		return;
	for (size_t i = 0; i < a->nfindings; i++)
		if (a->findings[i].kind != KIND_API_ERROR)
			a->findings[n++] = a->findings[i];
	a->nfindings = n;
}

/*
 * Puts causes before consequences: the failed call before the calls that used its result, the missing wait before the
 * read that came too early.
 */
static void findings_lead(struct attempt *a)
{
	finding_kind cause = a->verdict == VERDICT_HOST_ERROR ? KIND_API_ERROR :
				  a->verdict == VERDICT_NOT_WAITED ? KIND_STREAM_RACE : FINDING_KINDS;
	struct finding *list = a->findings, first;
	size_t i = 0;

	while (i < a->nfindings && (list[i].case_index != list[0].case_index || list[i].kind != cause))
		i++;
	if (i == a->nfindings)
		return;
	first = list[i];
	memmove(list + 1, list, i * sizeof first);
	list[0] = first;
}

/* If a rule already names the memory, the runtime's own leak finding only repeats it. */
static void drop_leaks(struct attempt *a, const struct finding *rule)
{
	size_t n = 0;

	if (strcmp(rule->rule, "no_leaks"))
		return;
	for (size_t i = 0; i < a->nfindings; i++) {
		const struct finding *f = &a->findings[i];

		if ((f->kind != KIND_LEAK && f->kind != KIND_NEVER_FREED) || f->place.line != rule->place.line)
			a->findings[n++] = *f;
	}
	a->nfindings = n;
}

/* Reports broken rules like findings, each line once. */
static void keep_broken(struct attempt *a, const struct case_judgement *j)
{
	size_t cap = 0;

	if (!j->nbroken)
		return;
	for (size_t i = 0; i < j->nbroken; i++)
		drop_leaks(a, &j->broken[i]);
	cap = a->nfindings; /* the list starts from its current size */
	for (size_t i = 0; i < j->nbroken; i++)
		keep_finding(a, &j->broken[i], &cap);
}

static int judge_one(struct trial *t, size_t i, struct attempt_case *out, struct error *err)
{
	static const struct case_result not_run = { .end = CASE_NOT_RUN };
	const struct result *learner = &t->run.result, *reference = &t->expected.run.result;
	const struct exercise_case *c = &t->bench.cases[i];
	struct case_judgement j;

	*out = (struct attempt_case){ .name = c->name, .ran = i < learner->ncases,
				      .verdict = VERDICT_INTERRUPTED, .message = "not run: the run ended before" };
	if (!out->ran)
		return 0;
	t->a->nran++;
	if (judge_case(t->exercise, c, t->build.labels, &learner->cases[i],
		       i < reference->ncases ? &reference->cases[i] : &not_run, &t->a->arena, &j, err))
		return -1;
	out->verdict = j.verdict;
	out->message = j.message;
	out->output_right = j.output_right;
	out->wrong = j.mismatch.count;
	out->elements = j.elements;
	out->first = j.mismatch.where;
	take_judgement(t, c, &j);
	keep_broken(t->a, &j);
	return 0;
}

static void judge(struct trial *t)
{
	struct attempt *a = t->a;
	struct error err = { 0 };

	keep_result(t);
	a->cases = arena_array(&a->arena, t->bench.ncases + 1, sizeof *a->cases);
	if (!a->cases)
		return;
	for (size_t i = 0; i < t->bench.ncases; i++) {
		if (judge_one(t, i, &a->cases[i], &err)) {
			trial_fault(a, VERDICT_MACHINE_FAILED, &err);
			return;
		}
		a->ncases++;
	}
	if (a->verdict == VERDICT_PASSED && t->run.result.ncases < t->bench.ncases) {
		error_set(&err, PARTY_US, "the worker ended after %zu of %zu cases", t->run.result.ncases,
			  t->bench.ncases);
		trial_fault(a, VERDICT_OUR_BUG, &err);
	}
	drop_explanations(t);
	findings_lead(a);
	trial_advise(a);
	if (a->verdict == VERDICT_PASSED)
		a->message = a->ncases == 1 ? "the one case is right"
					    : arena_printf(&a->arena, "all %zu cases are right", a->ncases);
}

/* ---- measure --------------------------------------------------------------------------- */

/* The first limit decides the verdict, and each is a finding; in a plain lesson only the first. */
int trial_take_missed(struct trial *t, const struct measurement *list, size_t n, const struct exercise_case *c)
{
	struct attempt *a = t->a;
	struct finding *all = arena_array(&a->arena, a->nfindings + n + 1, sizeof *all);
	size_t missed = 0;

	for (size_t i = 0; all && i < n && !(a->plain && missed); i++)
		if (!list[i].held && !list[i].unsure && measurement_finding(&list[i], c, &a->arena, &all[missed++]))
			return -1;
	if (!all || !missed)
		return all ? 0 : -1;
	a->verdict = VERDICT_TOO_SLOW;
	t->failed = t->bench.ncases;
	a->message = all[0].message;
	a->advice = all[0].advice;
	if (a->nfindings)
		memcpy(all + missed, a->findings, a->nfindings * sizeof *all);
	a->findings = all;
	a->nfindings += missed;
	return 0;
}

/* Compares the counters of the measured case with the exercise's limits. */
static void measure(struct trial *t)
{
	struct attempt *a = t->a;
	size_t i = t->bench.ncases - 1;
	const struct exercise_case *c = &t->bench.cases[i];
	struct measurement *list = NULL;
	struct error err = { 0 };
	size_t n;

	if (a->verdict != VERDICT_PASSED || !c->measured)
		return;
	if (judge_measure(t->exercise, c, &t->run.result.cases[i], &t->expected.run.result.cases[i], &a->arena, &list, &n)) {
		error_nomem(&err);
		trial_fault(a, VERDICT_MACHINE_FAILED, &err);
		return;
	}
	a->measured_case = c->name;
	a->measured = arena_array(&a->arena, n + 1, sizeof *a->measured);
	a->limits = arena_array(&a->arena, n + 1, sizeof *a->limits);
	for (size_t k = 0; a->measured && a->limits && k < n; k++) {
		/* The exercise and its limits are freed before the attempt. */
		a->limits[k] = *list[k].limit;
		a->limits[k].why = keep(a, list[k].limit->why);
		a->limits[k].advice = keep(a, list[k].limit->advice);
		a->measured[a->nmeasured] = list[k];
		a->measured[a->nmeasured++].limit = &a->limits[k];
	}
	if (trial_take_missed(t, a->measured, a->nmeasured, c)) {
		error_nomem(&err);
		trial_fault(a, VERDICT_MACHINE_FAILED, &err);
	}
}

/* Lists the cases of an attempt that did not run, too: their number is part of the report. */
static void list_cases(struct trial *t)
{
	struct attempt *a = t->a;
	const char *why;

	if (a->ncases)
		return;
	why = arena_printf(&a->arena, "not run: %s", verdict_headline(a->verdict));
	a->cases = arena_array(&a->arena, t->bench.ncases + 1, sizeof *a->cases);
	for (size_t i = 0; a->cases && why && i < t->bench.ncases; i++)
		a->cases[a->ncases++] = (struct attempt_case){ .name = t->bench.cases[i].name, .verdict = VERDICT_INTERRUPTED,
							       .message = why };
}

/* ---- record ---------------------------------------------------------------------------- */

/* An interrupted check says nothing about the file and is not recorded. */
static void record(struct trial *t)
{
	struct error err = { 0 };
	struct store *s;

	if (!t->options->database || t->a->verdict == VERDICT_INTERRUPTED)
		return;
	if (store_open(&s, t->options->database, false, &err) == 0) {
		attempt_record(t->a, s, NULL, &err);
		store_close(s);
	}
	if (!t->a->recorded)
		snprintf(t->a->record_warning, sizeof t->a->record_warning, "%.300s%s%.200s", err.text,
			 err.remedy[0] ? "; " : "", err.remedy);
}

/* ---- the steps ---------------------------------------------------------------------------- */

/* From the build to the verdict, while a thread makes the expected values. */
static void try_file(struct trial *t)
{
	struct attempt *a = t->a;

	if (!t->options->expectations) /* else the reference's values are most often there already */
		bench_load(&t->bench, &t->compiler, &t->target);
	expectation_start(&t->expected, &t->bench, &t->compiler, &t->target, t->options->expectations);
	trial_stage(t, STAGE_COMPILE);
	build(t);
	trial_stage(t, STAGE_EXPECT);
	expectation_join(&t->expected);
	if (a->verdict == VERDICT_PASSED && t->expected.verdict == VERDICT_INTERRUPTED)
		trial_interrupted(a);
	else if (a->verdict == VERDICT_PASSED && t->expected.verdict != VERDICT_PASSED)
		trial_fault(a, t->expected.verdict, &t->expected.error);
	if (a->verdict == VERDICT_PASSED) {
		trial_stage(t, STAGE_RUN);
		run(t);
		if (a->verdict == VERDICT_PASSED || a->verdict == VERDICT_HANG) {
			trial_stage(t, STAGE_JUDGE);
			judge(t);
			if (t->options->all_cases)
				trial_run_rest(t);
			trial_compare_orders(t);
			measure(t);
			trial_measure(t);
		}
	}
}

/* What a try needs, until the GPU is done with it. */
static void try_release(struct trial *t)
{
	build_release(&t->build);
	expectation_release(&t->expected);
	bench_unload(&t->bench);
}

/*
 * If the machine did not let an attempt finish, tries once more, when the machine may be less busy, and alone: of all checks that
 * use the same cache, only one at a time tries again. The same applies to a program that ended without a report, which may not be
 * its fault.
 */
static void try_alone(struct trial *t, const struct attempt *before)
{
	const struct arena arena = t->a->arena; /* stays in use: it also owns everything in `before` */
	int turn = cache_turn("lock", NULL, NULL);

	try_release(t);

	*t->a = *before;
	t->a->arena = arena;
	memset(&t->run, 0, sizeof t->run);
	t->advised_by = t->failed = 0;
	t->again = true;
	if (proc_interrupted())
		trial_interrupted(t->a);
	else
		try_file(t);
	if (turn >= 0)
		close(turn);
}

static void find_compiler(struct trial *t)
{
	struct error err = { 0 };
	char text[80];

	if (compiler_find_for(&t->compiler, t->a->path, t->options->compiler, &err)) {
		trial_fault(t->a, VERDICT_MACHINE_FAILED, &err);
		return;
	}
	compiler_describe(&t->compiler, text, sizeof text);
	t->a->compiler = keep(t->a, text);
	if (t->exercise->nvcc && t->compiler.kind == COMPILER_CLANG) {
		error_set(&err, PARTY_MACHINE, "the exercise needs nvcc, and this is %s: %s comes with the CUDA toolkit", text,
			  t->exercise->nvcc);
		error_remedy(&err, "install the CUDA toolkit (no GPU is needed) and use --compiler nvcc, or go on with the next "
				   "exercise");
		trial_fault(t->a, VERDICT_MACHINE_FAILED, &err);
	}
}

/* An exercise about little memory, or about several devices, gets them on the vm alone: why, or NULL. */
static const char *only_on_vm(struct trial *t)
{
	const struct exercise *e = t->exercise;

	if (e->own_count)
		return "the exercise asks for several numbers of devices";
	if (e->own_link)
		return "the exercise asks for links of several speeds";
	if (e->devices >= 2)
		return arena_printf(&t->a->arena, "the exercise needs %d devices", e->devices);
	if (e->device_bytes)
		return arena_printf(&t->a->arena, "the exercise asks for a device of %llu MiB",
				    (unsigned long long)(e->device_bytes >> 20));
	return NULL;
}

/* The vm judges. *gpu: the word for a GPU that shall confirm it; NULL: none. */
static void find_device(struct trial *t, const char **gpu)
{
	struct attempt *a = t->a;
	struct error err = { 0 };

	*gpu = target_word(t->options->device, &err);
	if (!*gpu) {
		trial_fault(a, VERDICT_MACHINE_FAILED, &err);
		return;
	}
	target_vm(&t->target);
	a->device = keep(a, t->target.device);
	a->device_name = keep(a, t->target.name);
	if (!strcmp(*gpu, "vm"))
		*gpu = NULL;
	else if ((a->device_note = only_on_vm(t)) != NULL)
		*gpu = NULL;
}

/* For a file in Python, puts the report into Numba's terms. */
static void use_python_words(struct attempt *a)
{
	a->message = python_words(a->message, &a->arena);
	a->advice = python_words(a->advice, &a->arena);
	for (size_t i = 0; i < a->nfindings; i++) {
		a->findings[i].message = python_words(a->findings[i].message, &a->arena);
		a->findings[i].advice = python_words(a->findings[i].advice, &a->arena);
	}
	for (size_t i = 0; i < a->ncases; i++)
		a->cases[i].message = python_words(a->cases[i].message, &a->arena);
}

/* If memory ran out while the report was made, some of its text is missing: report that instead. */
static void settle(struct attempt *a)
{
	struct error err = { 0 };

	if (!a->arena.failed)
		return;
	error_nomem(&err);
	a->arena.failed = false;
	a->nfindings = a->ndiagnostics = a->ncases = a->nran = a->nmeasured = a->ncounters = a->output_len = a->source_len = 0;
	a->verdict = VERDICT_MACHINE_FAILED;
	a->fault = err;
	a->message = "out of memory";
	a->advice = NULL;
}

/* Everything that a report needs. */
static void complete(struct trial *t)
{
	struct attempt *a = t->a;

	a->sandbox = sandbox_level(); /* not earlier: the kernel may reject namespaces only when the first child asks for them */
	list_cases(t);
	if (t->exercise->python)
		use_python_words(a);
	if (t->exercise->hunt && t->options->hunting)
		trial_withhold(a);
	settle(a);
}

/* The GPU may still find that a program is wrong in a run whose time is taken, or too slow. */
static void confirm(struct trial *t)
{
	const enum verdict before = t->a->verdict;

	trial_confirm(t);
	if (t->a->verdict != before)
		complete(t);
}

static void judge_file(struct trial *t, const char *gpu)
{
	struct attempt *a = t->a;
	const double began = clock_now();
	struct attempt before;

	if (gpu)
		trial_confirm_start(t, gpu);
	before = *a;
	try_file(t);
	if ((verdict_party(a->verdict) == PARTY_MACHINE && a->fault.busy) || t->run.silent)
		try_alone(t, &before);
	a->verdict_seconds = clock_now() - began;
	complete(t);
	if (t->gpu)
		confirm(t);
	trial_confirm_end(t);
	try_release(t);
}

int attempt_run(const char *id, const char *path, const struct attempt_options *options,
		struct attempt *out, struct error *err)
{
	struct trial t = { .a = out, .options = options };
	const char *gpu;

	memset(out, 0, sizeof *out);
	out->seed = options->seed ? options->seed : rng_fresh_seed();
	trial_stage(&t, STAGE_READ);
	out->path = keep(out, path);
	out->device = "vm";
	out->compiler = "none";
	out->message = "";
	if (gpu_open(options->gpu, &out->arena, &t.gpu_modelled, err) || exercise_open_for(&t.exercise, id, path, err)) {
		attempt_release(out);
		return -1;
	}
	find_device(&t, &gpu);
	if (exercise_hash(t.exercise, err) || bench_open(&t.bench, t.exercise, out->seed, false, &out->arena, err)) {
		exercise_close(t.exercise);
		attempt_release(out);
		return -1;
	}
	out->exercise = keep(out, t.exercise->id);
	out->plain = t.exercise->plain;
	out->content_version = keep(out, t.exercise->content_hash);
	if (out->verdict == VERDICT_PASSED)
		trial_demand(&t);
	if (out->verdict == VERDICT_PASSED)
		find_compiler(&t);
	if (out->verdict == VERDICT_PASSED)
		judge_file(&t, gpu);
	else
		complete(&t);
	record(&t);
	exercise_close(t.exercise);
	trial_stage(&t, STAGE_DONE);
	return 0;
}

void attempt_release(struct attempt *a)
{
	arena_release(&a->arena);
	memset(a, 0, sizeof *a);
}

const char *attempt_headline(const struct attempt *a)
{
	const struct finding *first = a->findings;

	if (a->nfindings && first->level == FINDING_ERROR && !first->rule && judge_verdict_of(first->kind) == a->verdict)
		return finding_rows[first->kind].headline;
	return verdict_headline(a->verdict);
}
