/*
 * orders.c - checks for the same bits in any order of blocks: an exercise asks for it with `repeatable`.
 *
 * Floats that are added as they arrive give another sum each time, in the last digit, which a tolerance accepts. So a
 * right kernel runs again with its blocks in other orders, and each run's output is compared bit for bit with the one
 * before. On a GPU, which has its own order, it just runs again.
 */
#include "config.h"

#include "attempt/trial.h"
#include "bench/native_box.h"

#include <string.h>

#define ORDERS 2 /* besides the first: in order of block numbers, and one more at random */

/* The first array that differs between two runs of a case, and the element; false if none does. */
static bool outputs_differ(const struct exercise *e, const struct case_result *a, const struct case_result *b, size_t *param,
			   uint64_t *element)
{
	for (*param = 0; *param < e->nparams && *param < a->nbuffers && *param < b->nbuffers; ++*param) {
		unsigned size = value_type_bytes(e->params[*param].type);
		const uint8_t *x = a->buffers[*param].bytes, *y = b->buffers[*param].bytes;

		if (e->params[*param].role == PARAM_SCALAR)
			continue;
		for (*element = 0; (*element + 1) * size <= a->buffers[*param].len; ++*element)
			if (memcmp(x + *element * size, y + *element * size, size))
				return true;
	}
	return false;
}

static void report_difference(struct trial *t, size_t i, const struct case_result *again, size_t param, uint64_t element)
{
	struct attempt *a = t->a;
	enum value_type type = t->exercise->params[param].type;
	unsigned size = value_type_bytes(type);
	char first[48], second[48];

	judge_value_text(type, t->run.result.cases[i].buffers[param].bytes + element * size, first, sizeof first);
	judge_value_text(type, again->buffers[param].bytes + element * size, second, sizeof second);
	a->verdict = a->cases[i].verdict = VERDICT_WRONG_ANSWER;
	a->message = a->cases[i].message =
		arena_printf(&a->arena, "with %s, %s[%llu] is %s when the blocks run in one order, and %s in another",
			     t->bench.cases[i].name, t->build.labels[param], (unsigned long long)element, first, second);
	a->advice = arena_strdup(&a->arena, t->exercise->repeatable);
	t->failed = i;
}

static void compare(struct trial *t, const struct result *again)
{
	for (size_t i = 0; i < again->ncases && i < t->run.result.ncases; i++) {
		size_t param;
		uint64_t element;

		if (again->cases[i].end != CASE_DONE ||
		    !outputs_differ(t->exercise, &t->run.result.cases[i], &again->cases[i], &param, &element))
			continue;
		report_difference(t, i, &again->cases[i], param, element);
		return;
	}
}

void trial_compare_orders(struct trial *t)
{
	struct bench_program program = { .build = &t->build, .target = &t->target };
	struct box_limits limits;
	struct error err = { 0 };

	if (!t->exercise->repeatable || t->exercise->kind == EXERCISE_HOST)
		return;
	trial_stage(t, STAGE_ORDERS);
	box_default_limits(&limits);
	for (int k = 0; k < ORDERS && t->a->verdict == VERDICT_PASSED; k++) {
		struct box_report run;
		struct job job;

		program.order_seed = k == 0 || t->target.is_gpu ? 0 : t->a->seed ^ 0x9E3779B97F4A7C15u;
		if (bench_job(&t->bench, &program, &t->a->arena, &job, &err))
			return;
		job.ncases -= job.cases[job.ncases - 1].measured; /* blocks of that one are always in order */
		if (native_box_run(&job, &limits, &t->a->arena, &run, &err))
			return;
		compare(t, &run.result);
	}
}
