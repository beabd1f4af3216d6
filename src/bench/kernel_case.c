/* kernel_case.c - see kernel_case.h. */
#include "config.h"

#include "bench/kernel_case.h"

#include <string.h>

int kernel_case_open(struct kernel_case *k, struct exercise *e, struct exercise_case *c, const struct build *b,
		     const struct target *target, struct arena *arena, struct error *err)
{
	const struct bench_program program = { .build = b, .target = target };
	struct bench bench;

	memset(k, 0, sizeof *k);
	bench_of(&bench, e, c);
	if (bench_job(&bench, &program, arena, &k->job, err))
		return -1;
	k->addr = arena_array(arena, k->job.cases[0].nargs + 1, sizeof *k->addr);
	if (!k->addr)
		return error_nomem(err);
	k->module = ptx_parse((const char *)k->job.image, k->job.image_len, "kernel.ptx", err);
	return k->module ? 0 : -1;
}

void kernel_case_close(struct kernel_case *k)
{
	if (k->module)
		ptx_free(k->module);
	k->module = NULL;
}

static int buffers_put(struct kernel_case *k, struct simt_mem *mem, struct error *err)
{
	const struct job_case *c = &k->job.cases[0];

	for (size_t i = 0; i < c->nargs; i++) {
		const struct job_arg *a = &c->args[i];

		if (a->kind != JOB_BUFFER)
			continue;
		if (simt_alloc(mem, a->len, a->label, a->elem, a->role == JOB_IN ? SIMT_READ_ONLY : 0, &k->addr[i], err) ||
		    (a->len && (a->role == JOB_OUT ? simt_poison : simt_write)(mem, k->addr[i], a->bytes, a->len, err)))
			return -1;
	}
	return 0;
}

static size_t params_pack(struct kernel_case *k)
{
	const struct job_case *c = &k->job.cases[0];
	size_t len = 0;

	for (size_t i = 0; i < c->nargs && job_arg_pack(&c->args[i], k->addr[i], k->params, sizeof k->params, &len); i++)
		;
	return len;
}

int kernel_case_fill(struct kernel_case *k, struct simt_mem *mem, struct simt_launch *launch, struct error *err)
{
	const struct job_case *c = &k->job.cases[0];

	if (buffers_put(k, mem, err))
		return -1;
	launch->kernel = k->job.kernel;
	launch->grid = c->grid;
	launch->block = c->block;
	launch->dynamic_shared = c->dynamic_shared;
	launch->resident = c->resident;
	launch->params = k->params;
	launch->params_len = params_pack(k);
	return 0;
}
