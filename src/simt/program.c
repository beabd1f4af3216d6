/*
 * program.c - a module loaded into a memory: its variables are placed and
 * filled, and every kernel is lowered, so that what cannot run is known
 * before anything does.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "simt/code.h"

/* Of all variables of a module: what lies in them is filled and watched anew for each case. */
#define VARIABLES_MAX ((uint64_t)256 << 20)

static int globals_measure(const struct ptx_module *m, struct error *err)
{
	uint64_t room = VARIABLES_MAX;

	for (size_t k = 0; k < m->nvars; k++) {
		const struct ptx_var *var = m->vars[k];

		if (var->space != PTX_GLOBAL && var->space != PTX_CONST)
			continue;
		if (var->size > room)
			return error_set(err, PARTY_US, "PTX line %d: the vm does not support more than %u MiB of variables; "
					 "with the %llu bytes of '%s' it would be more", var->line, (unsigned)(VARIABLES_MAX >> 20),
					 (unsigned long long)var->size, var->name);
		room -= var->size;
	}
	return 0;
}

static int global_place(struct simt_program *p, const struct ptx_var *var, struct error *err)
{
	unsigned elem = ptx_type_bytes(var->type);
	struct global_var *g = &p->globals[p->nglobals];
	struct simt_allocation *a;

	if (var->is_extern)
		return error_set(err, PARTY_US, "PTX line %d: variable '%s' is declared but nowhere defined",
				 var->line, var->name);
	if (simt_alloc(p->mem, var->size, var->name, elem, SIMT_INITIALISED, &g->addr, err) < 0)
		return -1;
	g->var = var;
	p->nglobals++;
	a = simt_find(p->mem, g->addr);
	if (!a)
		return 0;
	a->is_const = var->space == PTX_CONST;
	memset(a->host, 0, var->size);
	if (var->init)
		memcpy(a->host, var->init, var->init_len < var->size ? var->init_len : var->size);
	return 0;
}

static const struct global_var *global_find(const struct simt_program *p, const char *name)
{
	for (size_t k = 0; k < p->nglobals; k++)
		if (!strcmp(p->globals[k].var->name, name))
			return &p->globals[k];
	return NULL;
}

/* Addresses of other variables inside initialisers. */
static int global_patch(struct simt_program *p, const struct global_var *g, struct error *err)
{
	for (size_t k = 0; k < g->var->naddrs; k++) {
		const struct ptx_init_addr *at = &g->var->addrs[k];
		const struct global_var *to = global_find(p, at->symbol);
		struct simt_allocation *a = simt_find(p->mem, g->addr);
		uint64_t value;

		if (!to || !a || at->offset > g->var->size || g->var->size - at->offset < sizeof(value))
			return error_set(err, PARTY_US, "PTX line %d: the vm does not support the address of '%s' in the initialiser of '%s'",
					 g->var->line, at->symbol, g->var->name);
		value = to->addr + (uint64_t)at->addend;
		memcpy(a->host + at->offset, &value, sizeof(value));
	}
	return 0;
}

static int globals_place(struct simt_program *p, struct error *err)
{
	const struct ptx_module *m = p->module;

	if (globals_measure(m, err) < 0)
		return -1;
	p->globals = arena_array(&p->arena, m->nvars + 1, sizeof(*p->globals));
	if (!p->globals)
		return error_nomem(err);
	for (size_t k = 0; k < m->nvars; k++)
		if ((m->vars[k]->space == PTX_GLOBAL || m->vars[k]->space == PTX_CONST) &&
		    global_place(p, m->vars[k], err) < 0)
			return -1;
	for (size_t k = 0; k < p->nglobals; k++)
		if (global_patch(p, &p->globals[k], err) < 0)
			return -1;
	return 0;
}

static int kernels_lower(struct simt_program *p, struct error *err)
{
	const struct ptx_module *m = p->module;

	p->images = arena_array(&p->arena, m->nfunctions + 1, sizeof(*p->images));
	if (!p->images)
		return error_nomem(err);
	for (size_t k = 0; k < m->nfunctions; k++) {
		if (!m->functions[k]->is_entry || m->functions[k]->is_extern)
			continue;
		p->images[p->nimages] = lower_kernel(p, m->functions[k], err);
		if (!p->images[p->nimages++])
			return -1;
	}
	return 0;
}

struct simt_program *simt_program_new(const struct ptx_module *module, struct simt_mem *m, struct error *err)
{
	struct simt_program *p = calloc(1, sizeof(*p));

	if (!p) {
		error_nomem(err);
		return NULL;
	}
	p->module = module;
	p->mem = m;
	if (globals_place(p, err) < 0 || kernels_lower(p, err) < 0) {
		simt_program_free(p);
		return NULL;
	}
	return p;
}

int simt_kernel_describe(struct simt_program *p, const char *kernel, struct simt_kernel_info *info, struct error *err)
{
	for (size_t k = 0; k < p->nimages; k++) {
		const struct image *image = p->images[k];

		if (strcmp(image->kernel->name, kernel))
			continue;
		*info = (struct simt_kernel_info){ image->params_len, image->static_shared, image->local_bytes, image->ncodes };
		return 0;
	}
	return error_set(err, PARTY_LEARNER, "there is no kernel '%s' in the module", kernel);
}

void simt_program_free(struct simt_program *p)
{
	if (!p)
		return;
	for (size_t k = 0; k < p->nglobals; k++)
		simt_free(p->mem, p->globals[k].addr, NULL);
	arena_release(&p->arena);
	free(p);
}
