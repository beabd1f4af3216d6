/*
 * lower_early.c - reads of a register that wgmma.mma_async writes, before wgmma.wait_group. The vm has the value then already,
 * and hardware may not; so the reading instruction gets an operation before it that reports it.
 *
 * For each such register the analysis follows whether a product that writes it may be pending, and how many groups were committed
 * since: wait_group N ends those with more than N. Where paths meet, the younger one counts. Moving a register only moves this
 * along, since compilers do that between any two statements.
 */
#include "config.h"

#include <stdlib.h>

#include "ptx/ptx.h"
#include "ptx/syntax.h"
#include "simt/lower/lower.h"
#include "simt/lower/passes.h"
#include "simt/lower/reg_flow.h"

#define AGE_MOST 10 /* more groups than wait_group can leave pending */

struct early {
	struct reg_flow flow;        /* per register: 0 not pending, else 1 + groups committed since */
	const struct ptx_instr **by; /* per register: a product that may write it; NULL: none */
	const struct ptx_instr *at;  /* the instruction in question */
	const struct ptx_instr **found;
};

static bool is_product(const struct ptx_instr *i)
{
	return i->op == PTX_WGMMA && i->mode == PTX_M_MMA;
}

static void mark(void *ctx, int reg)
{
	struct early *e = ctx;

	e->by[reg] = e->at;
}

/* The registers that products write, and those to which they are moved. */
static void regs_find(struct early *e)
{
	const struct ptx_function *f = e->flow.f;
	bool more = true;

	for (size_t k = 0; k < f->ninstrs; k++)
		if (is_product(&f->instrs[k])) {
			e->at = &f->instrs[k];
			syntax_regs(&e->at->ops[0], true, mark, e);
		}
	while (more) {
		more = false;
		for (size_t k = 0; k < f->ninstrs; k++) {
			const struct ptx_instr *i = &f->instrs[k];

			if (i->op != PTX_MOV || i->ops[0].kind != PTX_O_REG || i->ops[1].kind != PTX_O_REG ||
			    !e->by[i->ops[1].reg] || e->by[i->ops[0].reg])
				continue;
			e->by[i->ops[0].reg] = e->by[i->ops[1].reg];
			more = true;
		}
	}
}

static void begin_one(void *ctx, int reg)
{
	((struct early *)ctx)->flow.now[reg] = 1;
}

static void read_one(void *ctx, int reg)
{
	struct early *e = ctx;

	if (e->flow.now[reg])
		e->found[e->at - e->flow.f->instrs] = e->by[reg];
}

static void write_one(void *ctx, int reg)
{
	struct early *e = ctx;

	if (e->at->guard < 0)
		e->flow.now[reg] = 0;
}

static void group_step(struct early *e, const struct ptx_instr *i)
{
	uint8_t *now = e->flow.now;

	for (size_t r = 0; r < e->flow.n; r++) {
		if (!now[r])
			continue;
		if (i->mode3 == PTX_M_COMMIT)
			now[r] += now[r] < AGE_MOST;
		else if (i->mode3 == PTX_M_WAIT && now[r] - 1u > i->ops[0].bits && i->guard < 0)
			now[r] = 0;
	}
}

static void instr_step(void *ctx, const struct ptx_instr *i)
{
	struct early *e = ctx;

	e->at = i;
	if (is_product(i)) {
		for (int o = 1; o < i->nops; o++)
			syntax_regs(&i->ops[o], false, read_one, e);
		syntax_regs(&i->ops[0], true, begin_one, e);
		return;
	}
	if (i->op == PTX_WGMMA) {
		group_step(e, i);
		return;
	}
	if (i->op == PTX_MOV && i->ops[0].kind == PTX_O_REG && i->ops[1].kind == PTX_O_REG) {
		uint8_t age = e->flow.now[i->ops[1].reg];

		if (i->guard < 0 || age)
			e->flow.now[i->ops[0].reg] = age;
		return;
	}
	for (int o = 0; o < i->nops; o++)
		if (!syntax_writes(i, o))
			syntax_regs(&i->ops[o], false, read_one, e);
	for (int o = 0; o < i->nops; o++)
		if (syntax_writes(i, o))
			syntax_regs(&i->ops[o], true, write_one, e);
}

/* The younger product counts. */
static uint8_t younger(uint8_t a, uint8_t b)
{
	return a && (!b || a < b) ? a : b;
}

static bool has_products(const struct ptx_function *f)
{
	for (size_t k = 0; k < f->ninstrs; k++)
		if (is_product(&f->instrs[k]))
			return true;
	return false;
}

bool early_find(struct lowering *lo)
{
	struct early e = { .flow = { .f = lo->function, .n = lo->function->nregs, .step = instr_step, .meet = younger } };
	bool good;

	lo->early = NULL;
	if (!has_products(lo->function))
		return true;
	if (!(e.by = calloc(e.flow.n + 1, sizeof *e.by)) ||
	    !(e.found = arena_array(lo->arena, lo->function->ninstrs + 1, sizeof *e.found))) {
		free(e.by);
		return lower_nomem(lo);
	}
	e.flow.ctx = &e;
	regs_find(&e);
	good = reg_flow_init(&e.flow, lo->err);
	if (good) {
		reg_flow_run(&e.flow);
		lo->early = e.found;
	}
	reg_flow_release(&e.flow);
	free(e.by);
	return good;
}
