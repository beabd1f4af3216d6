/* comparison.c - compares a trial with the reference, and a failed one with the vm: see trial.h. */
#include "config.h"

#include "worker/modelled.h"
#include "draw/profile.h"
#include "bench/native_box.h"
#include "attempt/trial.h"

#include <string.h>

/* The limit of a second look, in warp instructions; a kernel that did not end on a GPU need not run for long. */
#define LOOK_BUDGET  ((uint64_t)1 << 25)
#define HANG_BUDGET  ((uint64_t)1 << 21)
#define LOOK_SECONDS 8

/* ---- the reference --------------------------------------------------------------------- */

static double ratio(double own, double reference)
{
	return reference > 0 ? own / reference : 0;
}

/* A kernel that was not timed has no speedup to show. */
static void take_speedup(const struct trial *t, struct attempt_speed *s)
{
	struct ratio r = t->time;

	if (t->exercise->kind == EXERCISE_KERNEL && !r.rounds)
		s->seconds = s->reference_seconds = 0;
	ratio_invert(&r);
	s->speedup = r.mid;
	s->speedup_low = r.low;
	s->speedup_high = r.high;
	s->rounds = r.rounds;
}

/* The length of a host program's timeline. */
static struct modelled modelled_of(const struct trial *t, const struct exercise_case *c, const struct case_result *r)
{
	struct modelled_launch launch = { c->grid, c->block, c->dynamic_shared, 0, &t->gpu.figures };

	if (t->exercise->kind == EXERCISE_HOST || t->target.is_gpu)
		return (struct modelled){ r->observed ? 1e-9 * (double)r->observed->total_ns : 0, NULL };
	for (size_t i = 0; i < r->nbuffers; i++)
		launch.touched += r->buffers[i].len;
	return modelled_kernel(&launch, r);
}

/*
 * Picks the line with the largest saving, but only a saving that the reference achieves. So the exercise allows it, and a kernel as
 * good as the reference gets no advice.
 */
static void take_saving(struct trial *t, const struct exercise_case *c, const struct case_result *own, const struct case_result *its)
{
	struct attempt *a = t->a;
	struct profile mine, reference;
	struct error err;

	if (t->exercise->kind == EXERCISE_HOST || !own->nlines || !its->nlines ||
	    profile_counted(&mine, t->build.path, t->exercise, c, own, &t->gpu, &a->arena, &err) ||
	    profile_counted(&reference, t->exercise->solution_path, t->exercise, c, its, &t->gpu, &a->arena, &err))
		return;
	for (size_t i = 0; i < mine.nadvice && !a->saving; i++) {
		bool has = false;

		for (size_t k = 0; k < reference.nadvice; k++)
			has = has || !strcmp(reference.advice[k].kind, mine.advice[i].kind);
		if (!has)
			a->saving = &mine.advice[i];
	}
}

void trial_measure(struct trial *t)
{
	const struct result *learner = &t->run.result, *reference = &t->expected.run.result;
	size_t i = t->bench.timed;
	struct attempt_speed *s = &t->a->speed;
	struct modelled own, its;

	if (i >= t->a->ncases || i >= learner->ncases || i >= reference->ncases || t->a->cases[i].verdict != VERDICT_PASSED)
		return;
	s->of_case = t->a->cases[i].name;
	s->seconds = learner->cases[i].seconds;
	s->reference_seconds = reference->cases[i].seconds;
	s->timed_runs = learner->cases[i].timed_runs;
	s->instructions = case_counter(&learner->cases[i], "warp_instructions");
	s->reference_instructions = case_counter(&reference->cases[i], "warp_instructions");
	s->sectors = case_counter(&learner->cases[i], "global_sectors");
	s->reference_sectors = case_counter(&reference->cases[i], "global_sectors");
	own = modelled_of(t, &t->bench.cases[i], &learner->cases[i]);
	its = modelled_of(t, &t->bench.cases[i], &reference->cases[i]);
	s->modelled = own.seconds;
	s->reference_modelled = its.seconds;
	s->modelled_on = s->modelled <= 0 ? NULL : own.limit ? t->gpu.figures.called : COST_MACHINE;
	s->modelled_limit = own.limit;
	s->reference_modelled_limit = its.limit;
	s->modelled_ratio = ratio(s->modelled, s->reference_modelled);
	s->time_ratio = t->time.rounds ? t->time.mid : t->exercise->kind == EXERCISE_HOST ? ratio(s->seconds, s->reference_seconds) : 0;
	take_speedup(t, s);
	s->instruction_ratio = ratio((double)s->instructions, (double)s->reference_instructions);
	s->sector_ratio = ratio((double)s->sectors, (double)s->reference_sectors);
	take_saving(t, &t->bench.cases[i], &learner->cases[i], &reference->cases[i]);
}

/* ---- asking the vm after a failure ---------------------------------------------------------- */

static void take_findings(struct trial *t, const struct case_result *r, const char *name)
{
	struct attempt *a = t->a;
	struct finding *all = arena_array(&a->arena, a->nfindings + r->nfindings, sizeof *all);
	bool cause = false;
	size_t n = 0;

	if (!all)
		return;
	for (size_t i = 0; i < r->nfindings; i++) {
		all[n] = r->findings[i];
		all[n].case_index = (int)t->failed;
		all[n].message = arena_printf(&a->arena, "on the virtual machine, %s", r->findings[i].message);
		cause = cause || all[n].level == FINDING_ERROR;
		n += all[n].message != NULL;
	}
	if (a->nfindings)
		memcpy(all + n, a->findings, a->nfindings * sizeof *all);
	a->findings = all;
	a->nfindings += n;
	a->vm_says = arena_printf(&a->arena, cause ? "the virtual machine ran %s too, and names the cause"
						: "the virtual machine ran %s too, and has a remark", name);
}

void trial_look_again(struct trial *t)
{
	struct attempt *a = t->a;
	struct target vm;
	uint64_t *budgets = arena_array(&a->arena, t->bench.ncases + 1, sizeof *budgets);
	const struct bench_program program = {
		.build = &t->build, .target = &vm, .check = true, .order_seed = a->seed, .only = &t->failed, .budgets = budgets,
	};
	const char *name;
	struct box_limits limits;
	struct box_report run;
	struct error err = { 0 };
	struct job job;

	/* A host program is built for either the vm or a GPU. */
	if (t->exercise->kind == EXERCISE_HOST || !budgets || !t->target.is_gpu || a->verdict == VERDICT_PASSED || verdict_party(a->verdict) != PARTY_LEARNER ||
	    a->verdict == VERDICT_BAD_LAUNCH || t->failed >= t->bench.ncases)
		return;
	trial_stage(t, STAGE_EXPLAIN);
	name = t->bench.cases[t->failed].name;
	budgets[t->failed] = a->verdict == VERDICT_HANG ? HANG_BUDGET : LOOK_BUDGET;
	box_default_limits(&limits);
	limits.seconds = LOOK_SECONDS;
	if (target_choose(&vm, "vm", &err) || bench_job(&t->bench, &program, &a->arena, &job, &err) ||
	    native_box_run(&job, &limits, &a->arena, &run, &err) || run.end == BOX_INTERRUPTED)
		return;
	if (run.result.load_failed)
		a->vm_says = arena_printf(&a->arena, "the virtual machine cannot run this kernel: %s", run.result.error.text);
	else if (run.result.ncases == 0 || (run.result.cases[0].end == CASE_HANG && a->verdict != VERDICT_HANG))
		a->vm_says = arena_printf(&a->arena, "the virtual machine did not finish with %s", name);
	else if (run.result.cases[0].nfindings == 0)
		a->vm_says = arena_printf(&a->arena, "the virtual machine ran %s and saw nothing wrong in how memory is used", name);
	else
		take_findings(t, &run.result.cases[0], name);
}

/* ---- rules, on the vm ------------------------------------------------------------------------- */

static void take_broken(struct trial *t, size_t i, const struct case_judgement *j)
{
	struct attempt *a = t->a;
	struct finding *all = arena_array(&a->arena, a->nfindings + j->nbroken + 1, sizeof *all);

	if (!all)
		return;
	memcpy(all, j->broken, j->nbroken * sizeof *all);
	if (a->nfindings)
		memcpy(all + j->nbroken, a->findings, a->nfindings * sizeof *all);
	a->findings = all;
	a->nfindings += j->nbroken;
	a->verdict = a->cases[i].verdict = j->verdict;
	a->cases[i].message = a->message = j->message;
	a->advice = j->advice;
	t->failed = i;
}

/* Judges the cases as the vm ran them: stops at the first broken rule; any other fault is only reported. */
static void judge_on_vm(struct trial *t, const struct box_report *run, const struct expectation *expected)
{
	struct attempt *a = t->a;
	size_t n = run->result.ncases < expected->run.result.ncases ? run->result.ncases : expected->run.result.ncases;

	for (size_t i = 0; i < n && i < a->ncases && a->verdict == VERDICT_PASSED; i++) {
		struct case_judgement j;
		struct error err;

		if (judge_case(t->exercise, &t->bench.cases[i], t->build.labels, &run->result.cases[i],
			       &expected->run.result.cases[i], &a->arena, &j, &err))
			return;
		if (j.verdict == VERDICT_RULE_BROKEN)
			take_broken(t, i, &j);
		else if (j.verdict != VERDICT_PASSED && !a->vm_says)
			a->vm_says = arena_printf(&a->arena, "the virtual machine runs it, too, for the exercise's rules, and there, "
						  "with %s, %s", t->bench.cases[i].name, j.message);
	}
	if (!a->vm_says)
		a->vm_says = "the virtual machine ran it, too, for the exercise's rules";
}

void trial_hold_rules(struct trial *t)
{
	struct attempt *a = t->a;
	struct target vm;
	struct build built = { .path = NULL };
	const struct bench_program program = { .build = &built, .target = &vm, .check = true };
	struct expectation *expected = arena_alloc(&a->arena, sizeof *expected);
	struct box_limits limits;
	struct box_report run;
	struct error err = { 0 };
	struct job job;

	if (!expected || t->exercise->kind != EXERCISE_HOST || !t->exercise->nrules || !t->target.is_gpu ||
	    a->verdict != VERDICT_PASSED || target_choose(&vm, "vm", &err))
		return;
	trial_stage(t, STAGE_EXPLAIN);
	box_default_limits(&limits);
	expectation_start(expected, &t->bench, &t->compiler, &vm, NULL);
	if (build_run(&built, t->exercise, a->path, &t->compiler, 0, &a->arena, &err) == VERDICT_PASSED &&
	    bench_job(&t->bench, &program, &a->arena, &job, &err) == 0 && native_box_run(&job, &limits, &a->arena, &run, &err) == 0 &&
	    (expectation_join(expected), expected->verdict == VERDICT_PASSED))
		judge_on_vm(t, &run, expected);
	else
		a->vm_says = arena_printf(&a->arena, "the exercise's rules could not be checked on the virtual machine: %s",
					  err.text[0] ? err.text : expected->error.text);
	build_release(&built);
	expectation_release(expected);
}
