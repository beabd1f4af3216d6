/*
 * lint.c - warns about legal but probably unintended code: unreachable code,
 * registers that are read but never written, barriers under a guard, unused
 * shared variables. No guesses: each warning holds for any behaviour of the
 * threads.
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ptx/ptx.h"
#include "ptx/syntax.h"

struct lint {
	const struct ptx_module *m;
	const struct ptx_function *f;
	void (*report)(void *ctx, const struct ptx_warning *w);
	void *ctx;
	struct arena arena; /* freed after the function */
};

__attribute__((format(printf, 4, 5)))
static void warn(const struct lint *l, const struct ptx_instr *i, int line, const char *fmt, ...)
{
	char text[256];
	struct ptx_warning w = { .function = l->f, .instr = i, .line = line, .text = text };
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	l->report(l->ctx, &w);
}

/* ---- control ------------------------------------------------------------------------ */

/* Marks the blocks that can be reached from block 0; `todo` has room for every block. */
static void reach(const struct ptx_cfg *cfg, bool *reached, int *todo)
{
	size_t n = 0;

	if (cfg->nblocks)
		reached[todo[n++] = 0] = true;
	while (n) {
		const struct ptx_block *b = &cfg->blocks[todo[--n]];

		for (int k = 0; k < b->nsucc + b->nmore; k++) {
			int to = k < b->nsucc ? b->succ[k] : b->more[k - b->nsucc];

			if (to >= 0 && (size_t)to < cfg->nblocks && !reached[to])
				reached[todo[n++] = to] = true;
		}
	}
}

static int lint_reach(struct lint *l, struct error *err)
{
	const struct ptx_function *f = l->f;
	struct ptx_cfg cfg;
	bool *reached, before = true;
	int *todo;

	if (ptx_cfg_build(&cfg, f, err))
		return -1;
	reached = arena_array(&l->arena, cfg.nblocks + 1, sizeof *reached);
	todo = arena_array(&l->arena, cfg.nblocks + 1, sizeof *todo);
	if (!reached || !todo) {
		ptx_cfg_release(&cfg);
		return error_nomem(err);
	}
	reach(&cfg, reached, todo);
	for (size_t b = 0; b < cfg.nblocks; b++) {
		const struct ptx_instr *first = &f->instrs[cfg.blocks[b].first];
		/* The parser adds a ret to a function whose end control could reach. */
		bool is_last_ret = first == &f->instrs[f->ninstrs - 1] && first->op == PTX_RET;

		if (!reached[b] && before && !is_last_ret)
			warn(l, first, first->line, "this cannot be reached");
		before = reached[b];
	}
	ptx_cfg_release(&cfg);
	return 0;
}

static void lint_barriers(const struct lint *l)
{
	for (size_t k = 0; k < l->f->ninstrs; k++) {
		const struct ptx_instr *i = &l->f->instrs[k];

		if ((i->op == PTX_BAR || i->op == PTX_BARRIER) && i->guard >= 0 && i->mode != PTX_M_ARRIVE &&
		    i->mode != PTX_M_WARP)
			warn(l, i, i->line, "a barrier under a guard: threads for which '%s' is %s never reach it",
			     l->f->regs[i->guard].name, i->guard_negated ? "true" : "false");
	}
}

/* ---- registers and variables ---------------------------------------------------------- */

struct uses {
	bool *written, *read;                /* per register of the function */
	const struct ptx_instr **first_read;
	const struct ptx_instr *at;          /* the instruction that is looked at */
};

static void note_read(void *uses, int reg)
{
	struct uses *u = uses;

	if (!u->read[reg])
		u->first_read[reg] = u->at;
	u->read[reg] = true;
}

static void note_write(void *uses, int reg)
{
	((struct uses *)uses)->written[reg] = true;
}

static int lint_registers(struct lint *l, struct error *err)
{
	const struct ptx_function *f = l->f;
	struct uses u = {
		arena_array(&l->arena, f->nregs + 1, sizeof *u.written), arena_array(&l->arena, f->nregs + 1, sizeof *u.read),
		arena_array(&l->arena, f->nregs + 1, sizeof *u.first_read), NULL,
	};

	if (!u.written || !u.read || !u.first_read)
		return error_nomem(err);
	for (size_t k = 0; k < f->ninstrs; k++) {
		const struct ptx_instr *i = u.at = &f->instrs[k];

		if (i->guard >= 0)
			note_read(&u, i->guard);
		for (int o = 0; o < i->nops; o++)
			syntax_regs(&i->ops[o], syntax_writes(i, o), syntax_writes(i, o) ? note_write : note_read, &u);
	}
	for (size_t r = 0; r < f->nregs; r++)
		if (u.read[r] && !u.written[r])
			warn(l, u.first_read[r], u.first_read[r]->line, "'%s' is read here but never written", f->regs[r].name);
	return 0;
}

static bool operand_names(const struct ptx_operand *o, const struct ptx_var *v)
{
	for (int k = 0; k < o->nelems; k++)
		if (operand_names(&o->elems[k], v))
			return true;
	return o->var == v;
}

static bool function_names(const struct ptx_function *f, const struct ptx_var *v)
{
	for (size_t k = 0; k < f->ninstrs; k++)
		for (int o = 0; o < f->instrs[k].nops; o++)
			if (operand_names(&f->instrs[k].ops[o], v))
				return true;
	return false;
}

static bool module_names(const struct ptx_module *m, const struct ptx_var *v)
{
	for (size_t k = 0; k < m->nfunctions; k++)
		if (function_names(m->functions[k], v))
			return true;
	for (size_t k = 0; k < m->nvars; k++)
		for (size_t a = 0; a < m->vars[k]->naddrs; a++)
			if (!strcmp(m->vars[k]->addrs[a].symbol, v->name))
				return true;
	return false;
}

static void lint_shared(const struct lint *l, const struct ptx_var *v, bool used)
{
	if (v->space == PTX_SHARED && v->size && !used)
		warn(l, NULL, v->line, "nothing uses '%s', %llu bytes of shared memory", v->name,
		     (unsigned long long)v->size);
}

/* ---- the whole module ------------------------------------------------------------------- */

static int lint_function(struct lint *l, struct error *err)
{
	if (lint_reach(l, err) || lint_registers(l, err))
		return -1;
	lint_barriers(l);
	for (size_t k = 0; k < l->f->nvars; k++)
		lint_shared(l, l->f->vars[k], function_names(l->f, l->f->vars[k]));
	return 0;
}

int ptx_lint(const struct ptx_module *m, void (*report)(void *ctx, const struct ptx_warning *w), void *ctx,
	     struct error *err)
{
	struct lint l = { .m = m, .report = report, .ctx = ctx };
	int status = 0;

	for (size_t k = 0; k < m->nvars; k++)
		lint_shared(&l, m->vars[k], module_names(m, m->vars[k]));
	for (size_t k = 0; k < m->nfunctions && status == 0; k++) {
		l.f = m->functions[k];
		if (l.f->ninstrs)
			status = lint_function(&l, err);
		arena_release(&l.arena);
	}
	return status;
}
