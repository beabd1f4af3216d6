/*
 * lower_early.c - reads of a register that wgmma.mma_async writes, before wgmma.wait_group. The vm has the value then already, and
 * hardware may not; so the reading instruction gets an operation before it that reports it.
 *
 * For each such register the analysis follows whether a product that writes it may be pending, and how many groups were committed since:
 * wait_group N ends those with more than N. Where paths meet, the younger one counts. Moving a register only moves this along, since
 * compilers do that between any two statements.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "ptx/ptx.h"
#include "ptx/syntax.h"
#include "simt/lower/lower.h"

#define AGE_MOST 10 /* more groups than wait_group can leave pending */

struct early {
	const struct ptx_function *f;
	struct ptx_cfg cfg;
	const struct ptx_instr **by; /* per register: a product that may write it; NULL: none */
	size_t nregs;
	uint8_t *in, *now;           /* per block and register: 0 not pending, else 1 + groups committed since */
	const struct ptx_instr **found;
};

static bool is_product(const struct ptx_instr *i)
{
	return i->op == PTX_WGMMA && i->mode == PTX_M_MMA;
}

typedef void visit_reg(struct early *e, int reg, const struct ptx_instr *i);

static void each_reg(struct early *e, const struct ptx_operand *o, const struct ptx_instr *i, visit_reg *visit)
{
	for (int k = 0; k < o->nelems; k++)
		each_reg(e, &o->elems[k], i, visit);
	if ((o->kind == PTX_O_REG || o->kind == PTX_O_ADDR || o->kind == PTX_O_PRED_PAIR) && o->reg >= 0 && !o->var)
		visit(e, o->reg, i);
}

static void mark(struct early *e, int reg, const struct ptx_instr *i)
{
	e->by[reg] = i;
}

/* The registers that products write, and those to which they are moved. False: there are none. */
static bool regs_find(struct early *e)
{
	bool any = false, more = true;

	for (size_t k = 0; k < e->f->ninstrs; k++)
		if (is_product(&e->f->instrs[k])) {
			each_reg(e, &e->f->instrs[k].ops[0], &e->f->instrs[k], mark);
			any = true;
		}
	while (any && more) {
		more = false;
		for (size_t k = 0; k < e->f->ninstrs; k++) {
			const struct ptx_instr *i = &e->f->instrs[k];

			if (i->op != PTX_MOV || i->ops[0].kind != PTX_O_REG || i->ops[1].kind != PTX_O_REG || !e->by[i->ops[1].reg] ||
			    e->by[i->ops[0].reg])
				continue;
			e->by[i->ops[0].reg] = e->by[i->ops[1].reg];
			more = true;
		}
	}
	return any;
}

static void begin_one(struct early *e, int reg, const struct ptx_instr *i)
{
	(void)i;
	e->now[reg] = 1;
}

static void read_one(struct early *e, int reg, const struct ptx_instr *i)
{
	if (e->now[reg])
		e->found[i - e->f->instrs] = e->by[reg];
}

static void write_one(struct early *e, int reg, const struct ptx_instr *i)
{
	if (i->guard < 0)
		e->now[reg] = 0;
}

static void group_step(struct early *e, const struct ptx_instr *i)
{
	for (size_t r = 0; r < e->nregs; r++) {
		if (!e->now[r])
			continue;
		if (i->mode3 == PTX_M_COMMIT)
			e->now[r] += e->now[r] < AGE_MOST;
		else if (i->mode3 == PTX_M_WAIT && e->now[r] - 1u > i->ops[0].bits && i->guard < 0)
			e->now[r] = 0;
	}
}

static void instr_step(struct early *e, const struct ptx_instr *i)
{
	if (is_product(i)) {
		for (int o = 1; o < i->nops; o++)
			each_reg(e, &i->ops[o], i, read_one);
		each_reg(e, &i->ops[0], i, begin_one);
		return;
	}
	if (i->op == PTX_WGMMA) {
		group_step(e, i);
		return;
	}
	if (i->op == PTX_MOV && i->ops[0].kind == PTX_O_REG && i->ops[1].kind == PTX_O_REG) {
		uint8_t age = e->now[i->ops[1].reg];

		if (i->guard < 0 || age)
			e->now[i->ops[0].reg] = age;
		return;
	}
	for (int o = 0; o < i->nops; o++)
		if (!syntax_writes(i, o))
			each_reg(e, &i->ops[o], i, read_one);
	for (int o = 0; o < i->nops; o++)
		if (syntax_writes(i, o))
			each_reg(e, &i->ops[o], i, write_one);
}

/* Joins what holds at the end of a block into the start of another; true if that changed. */
static bool join(struct early *e, int to)
{
	uint8_t *in = e->in + (size_t)to * e->nregs;
	bool changed = false;

	for (size_t r = 0; r < e->nregs; r++)
		if (e->now[r] && (!in[r] || e->now[r] < in[r])) {
			in[r] = e->now[r];
			changed = true;
		}
	return changed;
}

static bool block_step(struct early *e, size_t b)
{
	const struct ptx_block *block = &e->cfg.blocks[b];
	bool changed = false;

	memcpy(e->now, e->in + b * e->nregs, e->nregs);
	for (int k = block->first; k < block->end; k++)
		instr_step(e, &e->f->instrs[k]);
	for (int k = 0; k < block->nsucc + block->nmore; k++) {
		int to = k < block->nsucc ? block->succ[k] : block->more[k - block->nsucc];

		if (to >= 0 && (size_t)to < e->cfg.nblocks)
			changed |= join(e, to);
	}
	return changed;
}

bool early_find(struct lowering *lo)
{
	struct early e = { .f = lo->function, .nregs = lo->function->nregs };
	bool good = true, changed = true;

	lo->early = NULL;
	for (size_t k = 0; k < e.f->ninstrs && !e.by; k++)
		if (is_product(&e.f->instrs[k]) && !(e.by = calloc(e.nregs + 1, sizeof *e.by)))
			return lower_nomem(lo);
	if (!e.by || !regs_find(&e)) {
		free(e.by);
		return true;
	}
	if (ptx_cfg_build(&e.cfg, e.f, lo->err) < 0) {
		free(e.by);
		return false;
	}
	e.found = arena_array(lo->arena, e.f->ninstrs + 1, sizeof *e.found);
	e.in = calloc(e.cfg.nblocks + 1, e.nregs + 1);
	e.now = calloc(1, e.nregs + 1);
	good = e.found && e.in && e.now;
	while (good && changed) {
		changed = false;
		for (size_t b = 0; b < e.cfg.nblocks; b++)
			changed |= block_step(&e, b);
	}
	if (good)
		lo->early = e.found;
	free(e.in);
	free(e.now);
	free(e.by);
	ptx_cfg_release(&e.cfg);
	return good || lower_nomem(lo);
}
