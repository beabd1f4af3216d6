/*
 * lower_wgmma.c - wgmma: products by four warps, of which each computes 16 of the 64 rows on its own. All lanes of a warp meet
 * first; the warps need not, since none reads what another writes.
 */
#include "config.h"

#include "ptx/matrix.h"
#include "simt/lower/lower.h"
#include "simt/lower/passes.h"

static void rows_put(const struct lowering *lo, const struct ptx_operand *o, uint32_t **list)
{
	for (int k = 0; k < (o->kind == PTX_O_VEC ? o->nelems : 1); k++)
		*(*list)++ = lo->regs[o->kind == PTX_O_VEC ? o->elems[k].reg : o->reg];
}

/* -1 scales the operand, 1 leaves it; the assembler rejects others. */
static bool scale_read(struct lowering *lo, const struct ptx_operand *o, bool *minus)
{
	*minus = (int64_t)o->bits < 0;
	return o->bits ? true : lower_reject(lo, "a scale of 0 (as on hardware)");
}

/* After the descriptor of B: scale-d, then -1 or 1 for A and B, then whether A (if a descriptor) and B are transposed. */
static bool options_read(struct lowering *lo, struct product *p, bool described)
{
	const struct ptx_instr *src = lo->src;
	const struct ptx_operand *o = &src->ops[3];

	p->adds = NO_REF;
	if (o->kind == PTX_O_IMM)
		p->always = o->bits != 0;
	else if ((p->adds = source_pred(lo, o, &p->adds_negated)) == NO_REF)
		return false;
	if (src->type == PTX_S32)
		return true;
	if (!scale_read(lo, &o[1], &p->minus_a) || !scale_read(lo, &o[2], &p->minus_b))
		return false;
	if (src->stype != PTX_F16 && src->stype != PTX_BF16)
		return true;
	p->turned_a = described && o[3].bits;
	p->turned_b = o[described ? 4 : 3].bits;
	return true;
}

static bool lower_product(struct lowering *lo, enum terminator *term)
{
	const struct ptx_instr *src = lo->src;
	bool described = src->ops[1].kind != PTX_O_VEC, halves = src->stype == PTX_F16 || src->stype == PTX_BF16;
	struct ptx_fragment d = ptx_fragment(src, PTX_MATRIX_D), a = ptx_fragment(src, PTX_MATRIX_A);
	uint32_t *list = arena_array(lo->arena, d.regs + a.regs, sizeof *list), *end = list,
		all = lower_constant_row(lo, UINT32_MAX, false);
	struct product *p = arena_alloc(lo->arena, sizeof *p);
	struct insn *i;

	if (!list || !p)
		return lower_nomem(lo);
	if (halves && described != (src->nops == 8))
		return lower_reject(lo, "%d operands with A in %s (as on hardware)", src->nops,
				    described ? "shared memory" : "registers");
	p->n = (uint16_t)ptx_shape_n(src->shape);
	p->k = (uint16_t)ptx_shape_k(src->shape);
	p->a_type = src->stype;
	p->b_type = src->type3;
	p->d_type = src->type;
	rows_put(lo, &src->ops[0], &end);
	if (!described)
		rows_put(lo, &src->ops[1], &end);
	p->a = described ? source_row(lo, &src->ops[1], true, PTX_B64) : NO_REF;
	p->b = source_row(lo, &src->ops[2], true, PTX_B64);
	if (all == NO_REF || (described && p->a == NO_REF) || p->b == NO_REF || !options_read(lo, p, described) ||
	    !(i = lower_emit(lo, X_WGMMA)))
		return false;
	i->e = all;
	i->list = list;
	i->product = p;
	i->elem = 16;
	i->site = lo->image->nsites++;
	*term = TERM_WARP;
	return true;
}

bool lower_wgmma(struct lowering *lo, enum terminator *term)
{
	const struct ptx_instr *src = lo->src;
	uint32_t all = lower_constant_row(lo, UINT32_MAX, false);
	struct insn *i;

	lo->image->reads_async |= src->mode == PTX_M_MMA;
	if (src->mode == PTX_M_MMA)
		return lower_product(lo, term);
	if (all == NO_REF || !(i = lower_emit(lo, src->mode3 == PTX_M_COMMIT ? X_WGMMA_COMMIT : src->mode3 ==
					      PTX_M_WAIT ? X_WGMMA_WAIT : X_WARP_BAR)))
		return false;
	i->e = all;
	i->imm = src->mode3 == PTX_M_WAIT ? src->ops[0].bits : 0;
	*term = TERM_WARP;
	return true;
}
