/* debugger_launch.c - opens a debugger for a launch with given code, parameters and memory: see debugger.h. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "child/proc.h"
#include "debug/debugger_show.h"
#include "debug/debugger_state.h"
#include "simt/written.h"

static int prepare(void *ctx, struct simt_mem *m, struct error *err)
{
	const struct debugger_launch *l = ((struct debugger *)ctx)->launch;

	(void)err;
	simt_fuse(m, l->fuse);
	if (l->variables_at)
		simt_place_next(m, l->variables_at);
	return 0;
}

static int fill(void *ctx, struct simt_mem *m, struct simt_program *p, struct simt_launch *launch, struct error *err)
{
	struct debugger *d = ctx;
	const struct debugger_launch *l = d->launch;

	(void)p;
	launch->kernel = l->kernel;
	launch->grid = l->grid;
	launch->block = l->block;
	launch->dynamic_shared = l->shared;
	launch->cooperative = l->cooperative;
	launch->order_seed = l->order_seed;
	launch->params = l->params;
	launch->params_len = l->params_len;
	return simt_load(m, l->memory, l->memory_len, err);
}

/* ---- what commands can name ------------------------------------------------------------ */

/* Which bytes of the array were written before the launch; *map stays NULL if all were. */
static int written_before(struct debugger *d, struct simt_mem *m, uint64_t addr, uint64_t bytes, const uint8_t **map,
			  struct error *err)
{
	uint8_t *made;

	if (simt_first_unwritten(m, addr, bytes) == bytes)
		return 0;
	made = arena_alloc(&d->arena, bytes + 1);
	if (!made)
		return error_nomem(err);
	for (uint64_t k = 0; k < bytes; k++)
		made[k] = simt_first_unwritten(m, addr + k, 1) == 1;
	*map = made;
	return 0;
}

static int array_add(struct debugger *d, struct simt_mem *m, const char *name, uint64_t addr, struct form form, unsigned elem,
		     struct error *err)
{
	struct job_case *c = &d->of.job.cases[0];
	struct simt_allocation_info info;
	struct job_arg *a = &c->args[c->nargs];

	if (!simt_allocation_info(m, addr, &info) || info.is_freed)
		return 0;
	*a = (struct job_arg){ .kind = JOB_BUFFER, .label = name, .elem = elem ? elem : 4, .role = JOB_IN,
			       .len = info.addr + info.bytes - addr };
	if (a->elem > a->len)
		return 0;
	d->of.addr[c->nargs] = addr;
	d->forms[c->nargs] = form;
	if (written_before(d, m, addr, a->len, &d->forms[c->nargs].written, err))
		return -1;
	if (d->forms[c->nargs].written)
		a->role = JOB_OUT;
	c->nargs++;
	return 0;
}

static int param_add(struct debugger *d, struct simt_mem *m, const struct debugger_param *p, struct error *err)
{
	struct job_case *c = &d->of.job.cases[0];
	const struct form form = { .typed = p->type >= 0, .type = p->type >= 0 ? (enum value_type)p->type : VALUE_INT };
	uint64_t bits = 0;

	if (p->size > sizeof bits || p->offset > d->launch->params_len || p->size > d->launch->params_len - p->offset)
		return 0;
	memcpy(&bits, d->launch->params + p->offset, p->size);
	if (p->is_pointer)
		return array_add(d, m, p->name, bits, form, p->elem, err);
	c->args[c->nargs] = (struct job_arg){ .kind = JOB_SCALAR, .label = p->name, .elem = p->size, .bits = bits };
	d->forms[c->nargs++] = form;
	return 0;
}

/* __device__ and __constant__ variables. */
static int variable_add(struct debugger *d, struct simt_mem *m, const struct simt_program *p, const struct ptx_var *v,
			struct error *err)
{
	static const char *const own[] = { "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize" };
	const unsigned elem = ptx_type_bytes(v->type);
	const struct form form = { .typed = v->type == PTX_F32 || v->type == PTX_F64,
				   .type = v->type == PTX_F64 ? VALUE_DOUBLE : VALUE_FLOAT };
	uint64_t addr, bytes;

	/* Variables that the compiler made have no name in the source. */
	if ((v->space != PTX_GLOBAL && v->space != PTX_CONST) || v->name[0] == '$' || v->name[0] == '_' ||
	    !simt_symbol(p, v->name, &addr, &bytes))
		return 0;
	for (size_t k = 0; k < sizeof own / sizeof *own; k++)
		if (!strcmp(own[k], v->name))
			return 0;
	return array_add(d, m, v->name, addr, form, elem > 1 || v->size % 4 ? elem : 4, err);
}

/* Runs at the beginning of a launch that is made for this alone. */
static int names_find(struct debugger *d, struct error *err)
{
	struct simt_mem *m = simt_mem_new((uint64_t)1 << 40, err);
	struct simt_launch launch = { 0 };
	struct simt_program *p = NULL;
	int status = m && !prepare(d, m, err) && (p = simt_program_new(d->of.module, m, err)) ? fill(d, m, p, &launch, err) : -1;

	for (size_t k = 0; !status && k < d->launch->nlist; k++)
		status = *d->launch->list[k].name ? param_add(d, m, &d->launch->list[k], err) : 0;
	for (size_t k = 0; !status && k < d->of.module->nvars; k++)
		status = variable_add(d, m, p, d->of.module->vars[k], err);
	simt_program_free(p);
	simt_mem_free(m);
	return status;
}

/* ---- opening ---------------------------------------------------------------------------- */

static const char *source_name(struct debugger *d, const char *mangled)
{
	struct buf text = BUF_INIT;
	const char *name = ptx_demangle_name(mangled, &text) ? mangled : arena_strdup(&d->arena, buf_text(&text));

	buf_release(&text);
	return name;
}

static int survey(struct debugger *d, struct error *err)
{
	struct debug_pass pass = { .checks = SIMT_CHECK_ALL, .stop = proc_stop_flag() };

	if (debug_pass(&d->setup, &pass, &d->survey, err))
		return -1;
	d->steps = pass.steps;
	if (d->survey.end == SIMT_BAD_LAUNCH && err)
		*err = d->survey.error;
	return d->survey.end == SIMT_BAD_LAUNCH ? -1 : 0;
}

static int open_launch(struct debugger *d, const struct debugger_launch *l, struct error *err)
{
	struct job_case *c = arena_array(&d->arena, 1, sizeof *c);
	size_t most;

	d->launch = l;
	d->of.module = ptx_parse(l->ptx, l->ptx_len, l->own, err);
	if (!d->of.module)
		return -1;
	most = l->nlist + d->of.module->nvars + 1;
	d->forms = arena_array(&d->arena, most, sizeof *d->forms);
	d->of.addr = arena_array(&d->arena, most, sizeof *d->of.addr);
	if (!c || !d->forms || !d->of.addr || !(c->args = arena_array(&d->arena, most, sizeof *c->args)))
		return error_nomem(err);
	c->grid = l->grid;
	c->block = l->block;
	d->of.job.cases = c;
	d->of.job.ncases = 1;
	d->title = l->title;
	d->kernel = source_name(d, l->kernel);
	d->own = l->own;
	d->lines_of_ptx = l->is_ptx;
	d->source = (struct source){ l->text, l->text_len };
	d->setup = (struct debug_setup){ .module = d->of.module, .memory = (uint64_t)1 << 40, .prepare = prepare, .fill = fill,
					 .ctx = d };
	d->variables = l->has_variables ? debug_variables_new(d->of.module, l->ptx, l->ptx_len) : NULL;
	return names_find(d, err) || survey(d, err) || debugger_begin(d, err) ? -1 : 0;
}

int debugger_open_launch(struct debugger **out, const struct debugger_launch *launch, struct error *err)
{
	struct debugger *d = calloc(1, sizeof *d);

	*out = NULL;
	if (!d)
		return error_nomem(err);
	if (open_launch(d, launch, err)) {
		debugger_close(d);
		return -1;
	}
	*out = d;
	return 0;
}

void debugger_note(struct debugger *d, const char *note)
{
	d->note = note;
}
