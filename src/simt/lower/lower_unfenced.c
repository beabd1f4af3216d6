/*
 * lower_unfenced.c - wgmma.mma_async without wgmma.fence: before the kernel's first one, and between the use of a register by another
 * instruction and a product with that register in its sum or in A. Products that follow each other on the same sum need none.
 *
 * For each register the analysis follows whether something but a product has used it since the last fence, on some path. Compilers move
 * registers, set constants, and compute between a fence and the product for which the source has it: such code counts as what stands
 * before the fence.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "ptx/ptx.h"
#include "ptx/syntax.h"
#include "simt/lower/lower.h"

struct unfenced {
	const struct ptx_function *f;
	struct ptx_cfg cfg;
	size_t n;            /* registers, and one more: there was no fence yet */
	uint8_t *in, *now;   /* per block and register */
	bool fenced;         /* in this block, and no product has come since */
	bool used;           /* a register of the operand was */
	const struct ptx_instr **found;
};

typedef void visit_reg(struct unfenced *u, int reg);

static void each_reg(struct unfenced *u, const struct ptx_operand *o, visit_reg *visit)
{
	for (int k = 0; k < o->nelems; k++)
		each_reg(u, &o->elems[k], visit);
	if ((o->kind == PTX_O_REG || o->kind == PTX_O_ADDR || o->kind == PTX_O_PRED_PAIR) && o->reg >= 0 && !o->var)
		visit(u, o->reg);
}

static void look(struct unfenced *u, int reg)
{
	u->used |= u->now[reg];
}

static void clear(struct unfenced *u, int reg)
{
	u->now[reg] = 0;
}

static void touch(struct unfenced *u, int reg)
{
	u->now[reg] = !u->fenced;
}

static void touch_more(struct unfenced *u, int reg)
{
	u->now[reg] |= !u->fenced;
}

static void copy(struct unfenced *u, int reg)
{
	u->now[reg] = u->used;
}

static void product_step(struct unfenced *u, const struct ptx_instr *i)
{
	u->used = u->now[u->n - 1];
	each_reg(u, &i->ops[0], look);
	if (i->ops[1].kind == PTX_O_VEC)
		each_reg(u, &i->ops[1], look);
	if (u->used && !u->found[i - u->f->instrs])
		u->found[i - u->f->instrs] = i;
	u->now[u->n - 1] = 0; /* one report is enough */
	each_reg(u, &i->ops[0], clear);
	u->fenced = false;
}

static void instr_step(struct unfenced *u, const struct ptx_instr *i)
{
	if (i->op == PTX_WGMMA) {
		if (i->mode == PTX_M_MMA)
			product_step(u, i);
		else if (i->mode3 != PTX_M_COMMIT && i->mode3 != PTX_M_WAIT) {
			memset(u->now, 0, u->n);
			u->fenced = true;
		}
		return;
	}
	if (i->op == PTX_MOV) {
		u->used = false;
		for (int o = 1; o < i->nops; o++)
			each_reg(u, &i->ops[o], look);
		each_reg(u, &i->ops[0], copy);
		return;
	}
	for (int o = 0; o < i->nops; o++)
		each_reg(u, &i->ops[o], syntax_writes(i, o) && i->guard < 0 ? touch : touch_more);
}

/* Joins what holds at the end of a block into the start of another; true if that changed. */
static bool join(struct unfenced *u, size_t to)
{
	bool changed = false;

	for (size_t r = 0; r < u->n; r++)
		if (u->now[r] & ~u->in[to * u->n + r]) {
			u->in[to * u->n + r] |= u->now[r];
			changed = true;
		}
	return changed;
}

static bool block_step(struct unfenced *u, size_t b)
{
	const struct ptx_block *block = &u->cfg.blocks[b];
	bool changed = false;

	memcpy(u->now, u->in + b * u->n, u->n);
	u->fenced = false;
	for (int k = block->first; k < block->end; k++)
		instr_step(u, &u->f->instrs[k]);
	for (int k = 0; k < block->nsucc + block->nmore; k++) {
		int to = k < block->nsucc ? block->succ[k] : block->more[k - block->nsucc];

		if (to >= 0 && (size_t)to < u->cfg.nblocks)
			changed |= join(u, (size_t)to);
	}
	return changed;
}

bool unfenced_find(struct lowering *lo)
{
	struct unfenced u = { .f = lo->function, .n = lo->function->nregs + 1, .found = lo->early };
	bool good, changed = true;

	if (!lo->early) /* no products */
		return true;
	if (ptx_cfg_build(&u.cfg, u.f, lo->err) < 0)
		return false;
	u.in = calloc(u.cfg.nblocks + 1, u.n);
	u.now = calloc(1, u.n);
	good = u.in && u.now;
	if (good && u.f->is_entry) /* another function's caller may have fenced */
		u.in[u.n - 1] = 1;
	while (good && changed) {
		changed = false;
		for (size_t b = 0; b < u.cfg.nblocks; b++)
			changed |= block_step(&u, b);
	}
	free(u.in);
	free(u.now);
	ptx_cfg_release(&u.cfg);
	return good || lower_nomem(lo);
}
