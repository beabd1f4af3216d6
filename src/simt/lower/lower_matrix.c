/*
 * lower_matrix.c - matrix instructions. Each is a terminator, like the other .sync operations: all lanes of the warp
 * meet first.
 */
#include "config.h"

#include "simt/lower/lower.h"
#include "simt/lower/passes.h"
#include "simt/ops/matrix.h"

struct matrix_place matrix_place(const struct ptx_instr *i, enum ptx_matrix which, unsigned lane, unsigned slot)
{
	struct ptx_fragment f = ptx_fragment(i, which);
	unsigned g = lane / 4, t = lane % 4, high = lane / 16 * 4;
	unsigned bits = f.bits == 1 ? 32 : f.bits, per = bits > 32 ? 1 : 32 / bits;
	unsigned r = slot / per, e = slot % per, blocks = ptx_shape_m(i->shape) / 8;
	unsigned deep = ptx_shape_k(i->shape) * f.bits / bits / (4 * per);

	if (ptx_matrix_quads(i)) {
		switch (which) {
		case PTX_MATRIX_A:
			return i->layout == PTX_ROW ? (struct matrix_place){ t + high, slot }
						    : (struct matrix_place){ slot + high, t };
		case PTX_MATRIX_B:
			return i->layout2 == PTX_ROW ? (struct matrix_place){ t, slot + high }
						     : (struct matrix_place){ slot, t + high };
		default:
			return f.type == PTX_F16 ? (struct matrix_place){ t + high, slot } :
				(struct matrix_place){ (lane & 1) + (slot & 2) + high, (slot & 4) + (lane & 2) + (slot & 1) };
		}
	}
	switch (which) {
	case PTX_MATRIX_A:
		return (struct matrix_place){ g + 8 * (r % blocks), (r / blocks * 4 + t) * per + e };
	case PTX_MATRIX_B:
		return (struct matrix_place){ (r % deep * 4 + t) * per + e, g + 8 * (r / deep) };
	default:
		return (struct matrix_place){ g + 8 * (slot / 2 % blocks), 8 * (slot / 2 / blocks) + 2 * t + slot % 2 };
	}
}

/* The position of f8 elements along k: the steps of 16 consist of pairs. */
static unsigned pair_order(unsigned k)
{
	return (k % 4 < 2 ? 0 : 16) + k / 4 * 2 + k % 2;
}

static bool part_lay_out(struct lowering *lo, struct matrix *m, enum ptx_matrix which)
{
	struct matrix_part *p = &m->part[which];
	struct ptx_fragment f = ptx_fragment(lo->src, which);
	bool f8 = f.type == PTX_E4M3 || f.type == PTX_E5M2;
	unsigned stride = which <= PTX_MATRIX_B ? m->k : m->n;
	unsigned size = which == PTX_MATRIX_A ? m->m * m->k : which == PTX_MATRIX_B ? m->n * m->k : m->m * m->n;

	p->type = f.type;
	p->bits = f.bits == 1 ? 32 : f.bits;
	p->regs = f.regs;
	p->distinct = f.distinct;
	p->slots = p->bits == 64 ? f.distinct : f.distinct * 32 / p->bits;
	p->at = arena_array(lo->arena, (size_t)LANES * p->slots, sizeof *p->at);
	if (!p->at)
		return lower_nomem(lo);
	for (unsigned l = 0; l < LANES; l++)
		for (unsigned s = 0; s < p->slots; s++) {
			struct matrix_place at = matrix_place(lo->src, which, l, s);
			unsigned row = which == PTX_MATRIX_B ? at.column : at.row;
			unsigned column = which == PTX_MATRIX_B ? at.row : at.column;

			if (f8)
				column = pair_order(column);
			p->at[s * LANES + l] = (uint16_t)(row * stride + column +
							     (m->products > 1 ? l / 4 % 4 * size : 0));
		}
	return true;
}

/* The description of this instruction's kind, made once for a kernel. */
static const struct matrix *matrix_of(struct lowering *lo)
{
	const struct ptx_instr *src = lo->src;
	struct matrix *m;

	for (m = lo->matrices; m; m = m->next)
		if (m->op == src->op && m->shape == src->shape && m->key[0] == src->type && m->key[1] == src->stype &&
		    m->key[2] == src->type3 && m->key[3] == src->type4 &&
		    (!ptx_matrix_quads(src) || (m->layout == src->layout && m->layout2 == src->layout2)))
			return m;
	if (!(m = arena_alloc(lo->arena, sizeof *m))) {
		lower_nomem(lo);
		return NULL;
	}
	m->op = src->op;
	m->shape = src->shape;
	m->key[0] = src->type;
	m->key[1] = src->stype;
	m->key[2] = src->type3;
	m->key[3] = src->type4;
	m->layout = src->layout;
	m->layout2 = src->layout2;
	m->m = ptx_shape_m(src->shape);
	m->n = ptx_shape_n(src->shape);
	m->k = ptx_shape_k(src->shape) / (src->stype == PTX_B1 ? 32 : 1);
	m->step = src->op == PTX_WMMA && src->stype == PTX_TF32 ? 4 : 16;
	m->products = ptx_matrix_quads(src) ? 4 : 1;
	for (enum ptx_matrix which = PTX_MATRIX_A; which <= PTX_MATRIX_D; which++)
		if (!part_lay_out(lo, m, which))
			return NULL;
	m->next = lo->matrices;
	lo->matrices = m;
	return m;
}

/* Puts the rows of an operand's registers into *list, one after the other. */
static void rows_of(const struct lowering *lo, const struct ptx_operand *o, uint32_t **list)
{
	const struct ptx_operand *elems = o->kind == PTX_O_VEC ? o->elems : o;
	int n = o->kind == PTX_O_VEC ? o->nelems : 1;

	for (int k = 0; k < n; k++)
		*(*list)++ = lo->regs[elems[k].reg];
}

#define MATRIX_REGS 32 /* of one thread: D, A, B and C */

/* The operation for which all lanes meet; its registers are in `list`. */
static struct insn *emit_meeting(struct lowering *lo, enum xop op, enum terminator *term)
{
	uint32_t *list = arena_array(lo->arena, MATRIX_REGS, sizeof *list), all = lower_constant_row(lo, UINT32_MAX, false);
	struct insn *i;

	if (!list)
		lower_nomem(lo);
	if (!list || all == NO_REF || !(i = lower_emit(lo, op)))
		return NULL;
	i->e = all;
	i->list = list;
	*term = TERM_WARP;
	for (int k = 0; k < lo->src->nops; k++) {
		const struct ptx_operand *o = &lo->src->ops[k];

		if (o->kind == PTX_O_VEC || o->kind == PTX_O_REG)
			rows_of(lo, o, &list);
	}
	return i;
}

static bool lower_product(struct lowering *lo, enum terminator *term)
{
	const struct matrix *m = matrix_of(lo);
	struct insn *i = m ? emit_meeting(lo, X_MMA, term) : NULL;

	if (i)
		i->matrix = m;
	return i != NULL;
}

/*
 * Rows of 16 bytes: exec_LD or exec_ST moves them between memory and four rows of the frame, which follow the
 * registers in the list.
 */
static bool lower_rows(struct lowering *lo, enum xop op, const struct ptx_operand *where,
		       const struct ptx_operand *regs, enum terminator *term)
{
	uint32_t *list = arena_array(lo->arena, 8, sizeof *list), *end = list, all = lower_constant_row(lo, UINT32_MAX, false);
	struct address a;
	struct insn *i;

	if (!list)
		return lower_nomem(lo);
	for (unsigned k = 0; k < 4; k++)
		*end++ = temp_row(lo, false);
	rows_of(lo, regs, &end);
	if (all == NO_REF || !lower_address(lo, where, &a) || !(i = lower_emit(lo, op)))
		return false;
	i->list = list;
	i->vec = 4;
	i->elem = 4;
	i->e = all;
	*term = TERM_WARP;
	lower_site(lo, i, &a);
	return true;
}

/* Puts the lanes' addresses into a row of the frame, one element after the other; see exec_fragment.c. */
static bool lower_fragment(struct lowering *lo, enum terminator *term)
{
	const struct ptx_instr *src = lo->src;
	bool load = src->mode == PTX_M_LOAD, stride = src->nops > 2;
	struct ptx_fragment f = ptx_fragment(src, PTX_MATRIX_D);
	uint32_t *list = arena_array(lo->arena, MATRIX_REGS, sizeof *list), *end = list, by = NO_REF;
	uint32_t all = lower_constant_row(lo, UINT32_MAX, false), at = temp_row(lo, true), value = temp_row(lo, f.bits == 64);
	struct address a;
	struct insn *i;

	if (!list)
		return lower_nomem(lo);
	if (stride && (by = source_row(lo, &src->ops[2], false, PTX_U32)) == NO_REF)
		return false;
	rows_of(lo, &src->ops[load ? 0 : 1], &end);
	if (all == NO_REF || !lower_address(lo, &src->ops[load ? 1 : 0], &a) ||
	    !(i = lower_emit(lo, load ? X_WMMA_LOAD : X_WMMA_STORE)))
		return false;
	i->list = list;
	i->b = by;
	i->c = at;
	i->d = value;
	i->elem = (uint8_t)(f.bits / 8);
	i->wide = f.bits == 64;
	i->e = all;
	*term = TERM_WARP;
	lower_site(lo, i, &a);
	return true;
}

bool lower_matrix(struct lowering *lo, enum terminator *term)
{
	const struct ptx_instr *src = lo->src;

	switch (src->op) {
	case PTX_LDMATRIX: return lower_rows(lo, X_LDMATRIX, &src->ops[1], &src->ops[0], term);
	case PTX_STMATRIX: return lower_rows(lo, X_STMATRIX, &src->ops[0], &src->ops[1], term);
	case PTX_MOVMATRIX: return emit_meeting(lo, X_MOVMATRIX, term) != NULL;
	case PTX_MMA: return lower_product(lo, term);
	default: return src->mode == PTX_M_MMA ? lower_product(lo, term) : lower_fragment(lo, term);
	}
}
