/* comparison.c - compares the work of a trial with the reference's: see trial.h. */
#include "config.h"

#include "worker/modelled.h"
#include "draw/profile.h"
#include "attempt/trial.h"

#include <string.h>

/* ---- the reference --------------------------------------------------------------------- */

static double ratio(double own, double reference)
{
	return reference > 0 ? own / reference : 0;
}

/* The length of a host program's timeline. */
static struct modelled modelled_of(const struct trial *t, const struct exercise_case *c, const struct case_result *r)
{
	struct modelled_launch launch = { c->grid, c->block, c->dynamic_shared, 0, &t->gpu_modelled.figures };

	if (t->exercise->kind == EXERCISE_HOST)
		return (struct modelled){ r->observed ? 1e-9 * (double)r->observed->total_ns : 0, NULL };
	for (size_t i = 0; i < r->nbuffers; i++)
		launch.touched += r->buffers[i].len;
	return modelled_kernel(&launch, r);
}

/*
 * Picks the line with the largest saving, but only a saving that the reference achieves. So the exercise allows it, and a kernel
 * as good as the reference gets no advice.
 */
static void take_saving(struct trial *t, const struct exercise_case *c, const struct case_result *own,
			const struct case_result *its)
{
	struct attempt *a = t->a;
	struct profile mine, reference;
	struct error err;

	if (t->exercise->kind == EXERCISE_HOST || !own->nlines || !its->nlines ||
	    profile_counted(&mine, t->build.path, t->exercise, c, own, &t->gpu_modelled, &a->arena, &err) ||
	    profile_counted(&reference, t->exercise->solution_path, t->exercise, c, its, &t->gpu_modelled, &a->arena, &err))
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
	s->instructions = case_counter(&learner->cases[i], "warp_instructions");
	s->reference_instructions = case_counter(&reference->cases[i], "warp_instructions");
	s->sectors = case_counter(&learner->cases[i], "global_sectors");
	s->reference_sectors = case_counter(&reference->cases[i], "global_sectors");
	own = modelled_of(t, &t->bench.cases[i], &learner->cases[i]);
	its = modelled_of(t, &t->bench.cases[i], &reference->cases[i]);
	s->modelled = own.seconds;
	s->reference_modelled = its.seconds;
	s->modelled_on = s->modelled <= 0 ? NULL : own.limit ? t->gpu_modelled.figures.called : COST_MACHINE;
	s->modelled_limit = own.limit;
	s->reference_modelled_limit = its.limit;
	s->modelled_ratio = ratio(s->modelled, s->reference_modelled);
	s->instruction_ratio = ratio((double)s->instructions, (double)s->reference_instructions);
	s->sector_ratio = ratio((double)s->sectors, (double)s->reference_sectors);
	take_saving(t, &t->bench.cases[i], &learner->cases[i], &reference->cases[i]);
}
