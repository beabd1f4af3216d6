/*
 * lower_texture.c - reads of textures, reads, writes and atomics of surfaces, and queries of both.
 */
#include "config.h"

#include "simt/lower/lower.h"
#include "simt/lower/passes.h"

/* Puts coordinates into rows: a layer, if there is one, separately. */
static bool coordinates_place(struct lowering *lo, const struct ptx_operand *o, struct texel_op *t)
{
	const struct ptx_instr *src = lo->src;
	bool layered = src->geometry == PTX_A1D || src->geometry == PTX_A2D || src->geometry == PTX_ACUBE;
	bool cube = src->geometry == PTX_CUBE || src->geometry == PTX_ACUBE;
	enum ptx_type type = src->op == PTX_TEX || src->op == PTX_TLD4 ? src->stype : PTX_B32;
	int n = src->geometry == PTX_3D || cube ? 3 : src->geometry == PTX_2D || src->geometry == PTX_A2D ? 2 : 1;

	t->dims = (uint8_t)n;
	t->layered = layered;
	t->cube = cube;
	t->object = lo->regs[o->reg];
	t->layer = NO_REF;
	if (layered && (t->layer = source_row(lo, &o->elems[0], false, PTX_U32)) == NO_REF)
		return false;
	for (int d = 0; d < n; d++)
		if ((t->at[d] = source_row(lo, &o->elems[layered + d], false, type)) == NO_REF)
			return false;
	return true;
}

/* Sets the level that a read of a mipmapped texture uses. */
static bool level_place(struct lowering *lo, struct texel_op *t)
{
	const struct ptx_instr *src = lo->src;

	t->lod = NO_REF;
	for (int k = 0; k < 6; k++)
		t->slope[k / 3][k % 3] = NO_REF;
	if (src->op == PTX_TEX && src->mode == PTX_M_LEVEL)
		return (t->lod = source_row(lo, &src->ops[2], false, PTX_F32)) != NO_REF;
	for (int k = 0; src->op == PTX_TEX && src->mode == PTX_M_GRAD && k < 2 * t->dims; k++) {
		uint32_t *to = &t->slope[k / t->dims][k % t->dims];

		if ((*to = source_row(lo, &src->ops[2 + k / t->dims].elems[k % t->dims], false, PTX_F32)) == NO_REF)
			return false;
	}
	return true;
}

/* The registers of the texel; `wide` has a bit for each register of 64 bits. */
static bool values_place(struct lowering *lo, const struct ptx_operand *o, bool dest, struct texel_op *t)
{
	const struct ptx_operand *elems = o->kind == PTX_O_VEC ? o->elems : o;

	for (unsigned k = 0; k < lo->src->vec; k++) {
		bool wide = operand_is_wide(lo, &elems[k]) || (!dest && ptx_type_bytes(lo->src->type) == 8);

		t->value[k] = elems[k].kind == PTX_O_SINK ? NO_REF : dest ? lo->regs[elems[k].reg] :
			source_row(lo, &elems[k], wide, lo->src->type);
		if (t->value[k] == NO_REF && elems[k].kind != PTX_O_SINK)
			return false;
		t->wide |= (uint8_t)(wide << k);
	}
	return true;
}

static bool lower_question(struct lowering *lo)
{
	struct insn *i = lower_emit(lo, X_TXQ);

	if (!i)
		return false;
	i->d = lo->regs[lo->src->ops[0].reg];
	i->a = lo->regs[lo->src->ops[1].reg];
	return true;
}

bool lower_texture(struct lowering *lo)
{
	static const uint16_t xops[PTX_OP_COUNT] = {
		[PTX_TEX] = X_TEX, [PTX_TLD4] = X_TEX, [PTX_SULD] = X_SULD, [PTX_SUST] = X_SUST, [PTX_SURED] = X_SURED,
	};
	const struct ptx_instr *src = lo->src;
	bool dest = src->op == PTX_TEX || src->op == PTX_TLD4 || src->op == PTX_SULD;
	struct texel_op *t;
	struct insn *i;

	if (src->op == PTX_TXQ || src->op == PTX_SUQ)
		return lower_question(lo);
	if (!(t = arena_alloc(lo->arena, sizeof *t)))
		return lower_nomem(lo);
	if (!coordinates_place(lo, &src->ops[dest ? 1 : 0], t) || !values_place(lo, &src->ops[dest ? 0 : 1], dest, t) ||
	    !level_place(lo, t) ||
	    !(i = lower_emit(lo, (enum xop)xops[src->op])))
		return false;
	i->texel = t;
	i->d = src->ops[0].kind == PTX_O_VEC && src->ops[0].reg2 >= 0 ? lo->regs[src->ops[0].reg2] : NO_REF;
	i->vec = src->vec;
	i->elem = (uint8_t)ptx_type_bytes(src->type);
	i->ordered = src->op == PTX_SURED;
	/* A texel may be a byte, whatever the instruction says. */
	lo->image->min_access = 1;
	return true;
}
