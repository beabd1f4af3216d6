/*
 * lower_unfenced.c - wgmma.mma_async without wgmma.fence: before the kernel's first one, and between the use of a register by
 * another instruction and a product with that register in its sum or in A. Products that follow each other on the same sum need
 * none.
 *
 * For each register the analysis follows whether something but a product has used it since the last fence, on some path.
 * Compilers move registers, set constants, and compute between a fence and the product for which the source has it: such code
 * counts as what stands before the fence.
 */
#include "config.h"

#include <string.h>

#include "ptx/ptx.h"
#include "ptx/syntax.h"
#include "simt/lower/lower.h"
#include "simt/lower/passes.h"
#include "simt/lower/reg_flow.h"

struct unfenced {
	struct reg_flow flow; /* of the registers, and one more: there was no fence yet */
	bool fenced;          /* in this block, and no product has come since */
	bool used;            /* a register of the operand was */
	const struct ptx_instr **found;
};

static void look(void *ctx, int reg)
{
	struct unfenced *u = ctx;

	u->used |= u->flow.now[reg];
}

static void clear(void *ctx, int reg)
{
	struct unfenced *u = ctx;

	u->flow.now[reg] = 0;
}

static void touch(void *ctx, int reg)
{
	struct unfenced *u = ctx;

	u->flow.now[reg] = !u->fenced;
}

static void touch_more(void *ctx, int reg)
{
	struct unfenced *u = ctx;

	u->flow.now[reg] |= !u->fenced;
}

static void copy(void *ctx, int reg)
{
	struct unfenced *u = ctx;

	u->flow.now[reg] = u->used;
}

static void product_step(struct unfenced *u, const struct ptx_instr *i)
{
	uint8_t *never_fenced = &u->flow.now[u->flow.n - 1];

	u->used = *never_fenced;
	syntax_regs(&i->ops[0], true, look, u);
	if (i->ops[1].kind == PTX_O_VEC)
		syntax_regs(&i->ops[1], false, look, u);
	if (u->used && !u->found[i - u->flow.f->instrs])
		u->found[i - u->flow.f->instrs] = i;
	*never_fenced = 0; /* one report is enough */
	syntax_regs(&i->ops[0], true, clear, u);
	u->fenced = false;
}

static void block_begin(void *ctx)
{
	((struct unfenced *)ctx)->fenced = false;
}

static void instr_step(void *ctx, const struct ptx_instr *i)
{
	struct unfenced *u = ctx;

	if (i->op == PTX_WGMMA) {
		if (i->mode == PTX_M_MMA)
			product_step(u, i);
		else if (i->mode3 != PTX_M_COMMIT && i->mode3 != PTX_M_WAIT) {
			memset(u->flow.now, 0, u->flow.n);
			u->fenced = true;
		}
		return;
	}
	if (i->op == PTX_MOV) {
		u->used = false;
		for (int o = 1; o < i->nops; o++)
			syntax_regs(&i->ops[o], false, look, u);
		syntax_regs(&i->ops[0], true, copy, u);
		return;
	}
	for (int o = 0; o < i->nops; o++)
		syntax_regs(&i->ops[o], syntax_writes(i, o), syntax_writes(i, o) && i->guard < 0 ? touch : touch_more, u);
}

static uint8_t either(uint8_t a, uint8_t b)
{
	return a | b;
}

bool unfenced_find(struct lowering *lo)
{
	struct unfenced u = { .flow = { .f = lo->function, .n = lo->function->nregs + 1, .begin = block_begin, .step = instr_step,
					.meet = either },
			      .found = lo->early };
	uint8_t *first;

	if (!lo->early) /* no products */
		return true;
	u.flow.ctx = &u;
	first = reg_flow_init(&u.flow, lo->err);
	if (first) {
		first[u.flow.n - 1] = lo->function->is_entry; /* another function's caller may have fenced */
		reg_flow_run(&u.flow);
	}
	reg_flow_release(&u.flow);
	return first;
}
