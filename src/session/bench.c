/* bench.c - cases into jobs: see bench.h. */
#include "config.h"

#include "session/bench.h"

#include "judge/judge.h"

int bench_open(struct bench *b, struct exercise *e, uint64_t seed, struct arena *arena, struct error *err)
{
	b->exercise = e;
	if (exercise_cases(e, seed, arena, &b->cases, &b->ncases, err))
		return -1;
	for (size_t i = 0; i < b->ncases; i++)
		for (size_t k = 0; k < e->nparams; k++)
			if (e->params[k].role == PARAM_OUT)
				judge_poison(e->params[k].type, b->cases[i].args[k].bytes, b->cases[i].args[k].count);
	return 0;
}

static struct job_arg job_argument(const struct exercise_param *p, const struct case_arg *a, const char *label)
{
	static const enum job_buffer_role roles[] = {
		[PARAM_IN] = JOB_IN, [PARAM_OUT] = JOB_OUT, [PARAM_INOUT] = JOB_INOUT,
	};
	unsigned size = value_type_bytes(p->type);

	if (p->role == PARAM_SCALAR)
		return (struct job_arg){ .kind = JOB_SCALAR, .label = label, .elem = size, .bits = a->bits };
	return (struct job_arg){ .kind = JOB_BUFFER, .label = label, .elem = size, .role = roles[p->role],
				 .bytes = a->bytes, .len = a->count * size };
}

int bench_job(const struct bench *b, const struct bench_program *program, struct arena *arena,
	      struct job *job, struct error *err)
{
	const struct exercise *e = b->exercise;

	*job = (struct job){
		.device = program->device, .image = (const uint8_t *)program->ptx, .image_len = program->ptx_len,
		.kernel = program->kernel, .check = program->check, .order_seed = program->order_seed,
		.ncases = b->ncases,
		.cases = arena_array(arena, b->ncases + 1, sizeof *job->cases),
	};
	if (!job->cases)
		return error_nomem(err);
	for (size_t i = 0; i < b->ncases; i++) {
		const struct exercise_case *from = &b->cases[i];
		struct job_arg *args = arena_array(arena, e->nparams + 1, sizeof *args);

		if (!args)
			return error_nomem(err);
		for (size_t k = 0; k < e->nparams; k++)
			args[k] = job_argument(&e->params[k], &from->args[k], program->labels[k]);
		job->cases[i] = (struct job_case){
			.name = from->name, .grid = from->grid, .block = from->block,
			.dynamic_shared = from->dynamic_shared,
			.budget = program->budgets ? program->budgets[i] : 0,
			.args = args, .nargs = e->nparams,
		};
	}
	return 0;
}
