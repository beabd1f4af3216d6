/*
 * program.c - loads a module into a memory: places and fills its variables, and lowers every kernel, so that
 * unsupported kernels are known before anything runs. A kernel that uses an unsupported feature does not affect
 * others.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "simt/check/check.h"
#include "simt/code.h"
#include "simt/exec/crew.h"
#include "simt/exec/native.h"
#include "simt/exec/reuse.h"

const struct ptx_var *simt_variable_beyond(const struct ptx_module *m, struct error *err)
{
	uint64_t room = SIMT_VARIABLES_MOST;

	for (size_t k = 0; k < m->nvars; k++) {
		const struct ptx_var *var = m->vars[k];

		if (var->space != PTX_GLOBAL && var->space != PTX_CONST)
			continue;
		if (var->size > room) {
			error_set(err, PARTY_LEARNER, "the variable '%s' has %llu bytes: all variables of a file together may "
						      "have %u MiB on the vm",
				  var->name, (unsigned long long)var->size, (unsigned)(SIMT_VARIABLES_MOST >> 20));
			error_remedy(err, "allocate large arrays with cudaMalloc, and pass their addresses to the kernel");
			return var;
		}
		room -= var->size;
	}
	return NULL;
}

static int global_place(struct simt_program *p, const struct ptx_var *var, struct error *err)
{
	unsigned elem = ptx_type_bytes(var->type);
	struct global_var *g = &p->globals[p->nglobals];
	struct simt_allocation *a;
	bool is_fresh = true;

	if (var->is_extern)
		return error_set(err, PARTY_US, "PTX line %d: variable '%s' is declared but never defined",
				 var->line, var->name);
	if ((var->is_managed ? simt_managed_take(p->mem, var, var->home, var->size, var->name, elem, &g->addr, &is_fresh, err) :
	     simt_alloc_on(p->mem, p->device, var->size, var->name, elem, SIMT_INITIALISED, &g->addr, err)) < 0)
		return -1;
	g->var = var;
	g->is_filled = !is_fresh;
	p->nglobals++;
	a = simt_find(p->mem, g->addr);
	if (!a || g->is_filled)
		return 0;
	a->is_const = var->space == PTX_CONST;
	memset(a->host, 0, var->size);
	if (var->init)
		memcpy(a->host, var->init, var->init_len < var->size ? var->init_len : var->size);
	return 0;
}

bool simt_symbol(const struct simt_program *p, const char *name, uint64_t *addr, uint64_t *bytes)
{
	for (size_t k = 0; k < p->nglobals; k++)
		if (!strcmp(p->globals[k].var->name, name)) {
			*addr = p->globals[k].addr;
			*bytes = p->globals[k].var->size;
			return true;
		}
	return false;
}

/* ---- addresses by name ---- */

ORDER_BY_TEXT(symbol_compare, struct symbol_row, name)

/* The symbol of a name in an initialiser; NULL if it has no address here. */
static const struct symbol_row *symbol_find(const struct simt_program *p, const char *name)
{
	struct symbol_row key = { .name = name };

	return p->nsymbols ? bsearch(&key, p->symbols, p->nsymbols, sizeof *p->symbols, symbol_compare) : NULL;
}

static void symbols_sort(struct simt_program *p)
{
	if (p->nsymbols)
		qsort(p->symbols, p->nsymbols, sizeof *p->symbols, symbol_compare);
}

static void symbol_add(struct simt_program *p, const char *name, uint64_t addr, const struct ptx_function *f)
{
	p->symbols[p->nsymbols++] = (struct symbol_row){ name, addr, f };
}

/* Aliases come last: they have the address of their target. */
static int symbols_collect(struct simt_program *p, struct error *err)
{
	const struct ptx_module *m = p->module;

	p->symbols = arena_array(&p->arena, p->nglobals + m->nfunctions + 1, sizeof *p->symbols);
	p->is_taken = arena_array(&p->arena, m->nfunctions + 1, sizeof *p->is_taken);
	if (!p->symbols || !p->is_taken)
		return error_nomem(err);
	for (size_t k = 0; k < p->nglobals; k++)
		symbol_add(p, p->globals[k].var->name, p->globals[k].addr, NULL);
	for (size_t k = 0; k < m->nfunctions; k++)
		if (!m->functions[k]->alias)
			symbol_add(p, m->functions[k]->name, SIMT_CODE_BASE + 16 * (k + 1), m->functions[k]);
	symbols_sort(p);
	for (size_t k = 0, n = p->nsymbols; k < m->nfunctions; k++) {
		const struct ptx_function *f = m->functions[k]->alias;
		struct symbol_row key = { .name = f ? f->name : "" };
		const struct symbol_row *of = f && n ? bsearch(&key, p->symbols, n, sizeof(key), symbol_compare) : NULL;

		if (of)
			symbol_add(p, m->functions[k]->name, of->addr, of->function);
	}
	symbols_sort(p);
	return 0;
}

static void function_take(struct simt_program *p, const struct symbol_row *s)
{
	if (s && s->function)
		p->is_taken[(s->addr - SIMT_CODE_BASE) / 16 - 1] = true;
}

static void functions_take(struct simt_program *p)
{
	for (size_t k = 0; k < p->module->nfunctions; k++) {
		const struct ptx_function *f = p->module->functions[k];

		for (size_t n = 0; n < f->ninstrs; n++)
			if (f->instrs[n].op == PTX_MOV && f->instrs[n].ops[1].kind == PTX_O_FUNC)
				function_take(p, symbol_find(p, f->instrs[n].ops[1].name));
	}
}

uint64_t program_function_address(const struct simt_program *p, const struct ptx_function *f)
{
	const struct symbol_row *s = symbol_find(p, f->name);

	return s && s->function == f ? s->addr : 0;
}

const struct ptx_function *program_taken_function(const struct simt_program *p, size_t *next)
{
	while (*next < p->module->nfunctions) {
		size_t k = (*next)++;

		if (p->is_taken[k] && !p->module->functions[k]->is_extern && !p->module->functions[k]->is_entry)
			return p->module->functions[k];
	}
	return NULL;
}

/* Fills in addresses of variables and functions inside initialisers. */
static int global_patch(struct simt_program *p, const struct global_var *g, struct error *err)
{
	for (size_t k = 0; k < g->var->naddrs; k++) {
		const struct ptx_init_addr *at = &g->var->addrs[k];
		const struct symbol_row *to = symbol_find(p, at->symbol);
		struct simt_allocation *a = simt_find(p->mem, g->addr);
		uint64_t value;

		if (!to || !a || at->offset > g->var->size || g->var->size - at->offset < sizeof(value))
			return error_set(err, PARTY_US, "PTX line %d: the vm does not support the address of '%s' in the "
							"initialiser of '%s'",
					 g->var->line, at->symbol, g->var->name);
		function_take(p, to);
		value = to->addr + (uint64_t)at->addend;
		if (!g->is_filled)
			memcpy(a->host + at->offset, &value, sizeof(value));
	}
	return 0;
}

static int globals_place(struct simt_program *p, struct error *err)
{
	const struct ptx_module *m = p->module;

	if (simt_variable_beyond(m, err))
		return -1;
	p->globals = arena_array(&p->arena, m->nvars + 1, sizeof *p->globals);
	if (!p->globals)
		return error_nomem(err);
	for (size_t k = 0; k < m->nvars; k++)
		if ((m->vars[k]->space == PTX_GLOBAL || m->vars[k]->space == PTX_CONST) &&
		    global_place(p, m->vars[k], err) < 0)
			return -1;
	if (symbols_collect(p, err) < 0)
		return -1;
	functions_take(p);
	for (size_t k = 0; k < p->nglobals; k++)
		if (global_patch(p, &p->globals[k], err) < 0)
			return -1;
	return 0;
}

/* A kernel that cannot be lowered keeps the reason: the others may run. */
static int kernel_lower(struct simt_program *p, const struct ptx_function *kernel, struct error *err)
{
	struct kernel_row *row = &p->kernels[p->nkernels++];
	struct error why;

	row->name = kernel->name;
	row->image = lower_kernel(p, kernel, &why);
	if (row->image)
		return 0;
	row->reason = why.party == PARTY_MACHINE ? NULL : arena_alloc(&p->arena, sizeof *row->reason);
	if (!row->reason)
		return error_nomem(err);
	*row->reason = why;
	return 0;
}

static int kernels_lower(struct simt_program *p, struct error *err)
{
	const struct ptx_module *m = p->module;

	p->kernels = arena_array(&p->arena, m->nfunctions + 1, sizeof *p->kernels);
	if (!p->kernels)
		return error_nomem(err);
	for (size_t k = 0; k < m->nfunctions; k++)
		if (m->functions[k]->is_entry && !m->functions[k]->is_extern && kernel_lower(p, m->functions[k], err) < 0)
			return -1;
	return 0;
}

struct image *program_image(const struct simt_program *p, const char *kernel, struct error *err)
{
	for (size_t k = 0; k < p->nkernels; k++) {
		if (strcmp(p->kernels[k].name, kernel))
			continue;
		if (!p->kernels[k].image && err)
			*err = *p->kernels[k].reason;
		return p->kernels[k].image;
	}
	error_set(err, PARTY_LEARNER, "there is no kernel '%s' in the module", kernel);
	return NULL;
}

struct simt_program *simt_program_new(const struct ptx_module *module, struct simt_mem *m, struct error *err)
{
	struct simt_program *p = calloc(1, sizeof *p);

	if (!p) {
		error_nomem(err);
		return NULL;
	}
	p->module = module;
	p->mem = m;
	p->device = simt_current_device(m);
	p->fuses = simt_fuses(m);
	if (globals_place(p, err) < 0 || kernels_lower(p, err) < 0) {
		simt_program_free(p);
		return NULL;
	}
	return p;
}

int simt_kernel_describe(struct simt_program *p, const char *kernel, struct simt_kernel_info *info, struct error *err)
{
	const struct image *image = program_image(p, kernel, err);

	if (!image)
		return -1;
	if (info)
		*info = (struct simt_kernel_info){ image->params_len, image->static_shared, image->local_bytes, image->ncodes };
	return 0;
}

unsigned simt_program_device(const struct simt_program *p)
{
	return p->device;
}

uint64_t simt_program_variables(const struct simt_program *p)
{
	for (size_t k = 0; k < p->nglobals; k++)
		if (!p->globals[k].var->is_managed)
			return p->globals[k].addr;
	return 0;
}

void simt_program_free(struct simt_program *p)
{
	if (!p)
		return;
	checker_spare_free();
	cta_spare_free();
	reuse_free(p->reuse);
	for (size_t k = 0; k < p->nglobals; k++)
		if (p->globals[k].var->is_managed)
			simt_managed_drop(p->mem, p->globals[k].var);
		else
			simt_free(p->mem, p->globals[k].addr, NULL);
	for (size_t k = 0; k < p->nkernels; k++)
		if (p->kernels[k].image)
			native_forget(p->kernels[k].image);
	arena_release(&p->arena);
	free(p);
}
