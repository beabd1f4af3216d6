/*
 * rest.c - runs the cases that a wrong file's run did not reach, one by one.
 *
 * A run ends with its first memory error, race or hang, because a learner fixes that first. A grader gives points for
 * the share of right cases, and must know them all: each of the others runs in a separate worker, with a fresh device,
 * and has its own verdict. Together they get as much processor time as the run had; a case that does not get its turn
 * counts as not right, and says why.
 */
#include "config.h"

#include "attempt/trial.h"
#include "bench/native_box.h"

#include "judge/judge.h"

#define NO_TIME "not run: the cases before it took all the time"

/* The machine ended the worker: the case has no result. */
static void blame_machine(struct trial *t, size_t i, struct error *err)
{
	if (!err->text[0]) {
		error_set(err, PARTY_MACHINE, "with %s, the machine ended the worker", t->bench.cases[i].name);
		error_remedy(err, "try again when the machine is less busy");
		error_busy(err);
	}
	trial_fault(t->a, err->party == PARTY_US ? VERDICT_OUR_BUG : VERDICT_MACHINE_FAILED, err);
}

/* The worker ended before the case did: a hang, or endless output, both the file's fault. */
static int take_end(struct attempt_case *out, const struct box_report *run)
{
	out->ran = true;
	switch (run->end) {
	case BOX_DEADLINE:
	case BOX_IDLE:
		out->verdict = VERDICT_HANG;
		out->message = "it does not end";
		return 0;
	case BOX_FLOOD:
		out->verdict = VERDICT_OUTPUT_FLOOD;
		out->message = "more came back than can be kept";
		return 0;
	case BOX_PRINTED:
		out->verdict = VERDICT_OUTPUT_FLOOD;
		out->message = "it prints more than 64 MiB";
		return 0;
	default:
		out->ran = false;
		return -1;
	}
}

static int take_result(struct trial *t, size_t i, const struct box_report *run, struct error *err)
{
	static const struct case_result not_run = { .end = CASE_NOT_RUN };
	const struct result *reference = &t->expected.run.result;
	struct attempt_case *out = &t->a->cases[i];
	struct case_judgement j;

	if (judge_case(t->exercise, &t->bench.cases[i], t->build.labels, &run->result.cases[0],
		       i < reference->ncases ? &reference->cases[i] : &not_run, &t->a->arena, &j, err))
		return -1;
	if (verdict_party(j.verdict) != PARTY_LEARNER)
		return error_set(err, verdict_party(j.verdict), "with %s, %s", t->bench.cases[i].name, j.message);
	out->ran = true;
	out->verdict = j.verdict;
	out->message = j.message;
	out->output_right = j.output_right;
	out->wrong = j.mismatch.count;
	out->elements = j.elements;
	out->first = j.mismatch.where;
	return 0;
}

/* Returns 0; -1: the machine failed, or a signal came, and the attempt says so. */
static int run_case(struct trial *t, size_t i, struct box_limits *limits)
{
	const struct bench_program program = {
		.build = &t->build, .target = &t->target, .check = true, .budgets = trial_budgets(t), .only = &i,
		.order_seed = t->a->seed,
	};
	struct error err = { 0 };
	struct box_report run;
	struct job job;

	if (bench_job(&t->bench, &program, &t->a->arena, &job, &err) || native_box_run(&job, limits, &t->a->arena, &run, &err)) {
		blame_machine(t, i, &err);
		return -1;
	}
	limits->seconds -= run.cpu_seconds;
	if (run.end == BOX_INTERRUPTED) {
		trial_interrupted(t->a);
		return -1;
	}
	if (run.result.ncases == 0 ? take_end(&t->a->cases[i], &run) : take_result(t, i, &run, &err)) {
		blame_machine(t, i, &err);
		return -1;
	}
	return 0;
}

void trial_run_rest(struct trial *t)
{
	struct attempt *a = t->a;
	struct box_limits limits;

	if (verdict_party(a->verdict) != PARTY_LEARNER || a->verdict == VERDICT_INTERRUPTED || a->verdict == VERDICT_TAMPERED)
		return;
	trial_stage(t, STAGE_REST);
	box_default_limits(&limits);
	for (size_t i = 0; i < a->ncases; i++) {
		if (a->cases[i].ran)
			continue;
		/* Skip a case that already used up all the run's time. */
		if (i == t->run.result.ncases && (t->run.end == BOX_DEADLINE || t->run.end == BOX_IDLE)) {
			a->cases[i].ran = true;
			a->cases[i].verdict = VERDICT_HANG;
			a->cases[i].message = "it does not end";
		} else if (limits.seconds < 0.1) {
			a->cases[i].message = NO_TIME;
		} else if (run_case(t, i, &limits)) {
			return;
		}
		a->nran += a->cases[i].ran;
	}
}
