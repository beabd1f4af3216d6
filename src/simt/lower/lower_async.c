/*
 * lower_async.c - asynchronous copies and mbarriers.
 */
#include "config.h"

#include "simt/lower/lower.h"
#include "simt/lower/passes.h"

static struct transfer *transfer_new(struct lowering *lo)
{
	struct transfer *t = arena_alloc(lo->arena, sizeof *t);

	if (!t) {
		lower_nomem(lo);
		return NULL;
	}
	t->size = t->ignore = t->blocks = t->bar.base = t->from.base = NO_REF;
	for (int d = 0; d < 5; d++)
		t->at[d] = NO_REF;
	return t;
}

/* cp.async */
static bool lower_copy(struct lowering *lo)
{
	const struct ptx_instr *src = lo->src;
	const struct ptx_operand *size = &src->ops[2], *read = src->nops > (src->hint ? 4 : 3) ? &src->ops[3] : NULL;
	struct transfer *t = transfer_new(lo);
	struct address to, from;
	struct insn *i;

	if (!t)
		return false;
	t->bytes = (uint32_t)size->bits;
	if (t->bytes != 16 && (src->cache == PTX_CG || (t->bytes != 4 && t->bytes != 8)))
		return lower_reject(lo, "cp.async.%s of %u bytes (as on hardware)", src->cache == PTX_CG ? "cg" : "ca", t->bytes);
	if (read && read->kind == PTX_O_REG && lo->function->regs[read->reg].type == PTX_PRED)
		t->ignore = source_pred(lo, read, &t->ignore_negated);
	else if (read && (t->size = source_row(lo, read, false, PTX_U32)) == NO_REF)
		return false;
	if (!lower_address(lo, &src->ops[0], &to) || !lower_address(lo, &src->ops[1], &from) || !(i = lower_emit(lo, X_COPY)))
		return false;
	t->from.base = from.base;
	t->from.wide = from.wide;
	t->from.offset = from.offset;
	i->transfer = t;
	i->elem = (uint8_t)t->bytes;
	lower_site(lo, i, &to);
	if (lo->image->min_access > 4)
		lo->image->min_access = 4;
	return true;
}

/* Is there a reduction of this kind for the type? NOTYPE: a tensor map has the type. */
static bool reduces(enum ptx_atom op, enum ptx_type type)
{
	bool whole = type == PTX_U32 || type == PTX_S32 || type == PTX_U64 || type == PTX_S64;

	switch (op) {
	case PTX_A_ADD:
		return type == PTX_NOTYPE || (whole && type != PTX_S64) || type == PTX_F32 || type == PTX_F64 ||
		       type == PTX_F16 || type == PTX_BF16;
	case PTX_A_MIN: case PTX_A_MAX: return type == PTX_NOTYPE || whole;
	case PTX_A_INC: case PTX_A_DEC: return type == PTX_NOTYPE || type == PTX_U32;
	default: return type == PTX_NOTYPE || type == PTX_B32 || type == PTX_B64;
	}
}

/* The coordinates of a tensor copy, and the side of global memory with the map. */
static bool lower_coordinates(struct lowering *lo, const struct ptx_operand *o, struct transfer *t)
{
	for (int d = 0; d < o->nelems; d++)
		if ((t->at[d] = source_row(lo, &o->elems[d], false, PTX_S32)) == NO_REF)
			return false;
	return true;
}

/*
 * cp.async.bulk, with or without a tensor map. The operands are: destination, source, bytes (not with a map), mbarrier (if it
 * completes there), blocks (multicast), cache policy. A prefetch has no destination, but its address takes that place here.
 */
static bool lower_bulk(struct lowering *lo)
{
	const struct ptx_instr *src = lo->src;
	bool fetch = src->mode3 == PTX_M_PREFETCH;
	struct transfer *t = transfer_new(lo);
	struct address to, from = { .base = NO_REF }, bar = { .base = NO_REF };
	int next = fetch ? 1 : 2;
	struct insn *i;

	if (!t)
		return false;
	if (src->reduce && !reduces(src->atom, src->type))
		return lower_reject(lo, "this reduction of .%s (as on hardware)", ptx_type_name(src->type));
	if (src->tensor && !lower_coordinates(lo, &src->ops[!fetch && src->space == PTX_SHARED], t))
		return false;
	if (!src->tensor && (t->size = source_row(lo, &src->ops[next++], false, PTX_U32)) == NO_REF)
		return false;
	if (!lower_address(lo, &src->ops[0], &to) || (!fetch && !lower_address(lo, &src->ops[1], &from)) ||
	    (src->completes && !lower_address(lo, &src->ops[next++], &bar)))
		return false;
	if (src->multicast && (t->blocks = source_row(lo, &src->ops[next], false, PTX_B16)) == NO_REF)
		return false;
	lo->image->reads_async = true;
	if (!(i = lower_emit(lo, src->tensor ? X_TENSOR : X_BULK)))
		return false;
	t->from.base = from.base;
	t->from.wide = from.wide;
	t->from.offset = from.offset;
	t->bar.base = bar.base;
	t->bar.wide = bar.wide;
	t->bar.offset = bar.offset;
	i->transfer = t;
	i->elem = src->tensor ? 4 : 16;
	lower_site(lo, i, &to);
	if (lo->image->min_access > 4)
		lo->image->min_access = 4;
	return true;
}

/* st.async and red.async */
static bool lower_remote(struct lowering *lo)
{
	const struct ptx_instr *src = lo->src;
	const struct ptx_operand *value = &src->ops[1], *elems = value->kind == PTX_O_VEC ? value->elems : value;
	bool wide = ptx_type_bytes(src->type) == 8;
	struct transfer *t = transfer_new(lo);
	struct address to, bar;
	struct insn *i;

	if (!t)
		return false;
	if (src->vec > 4 || (src->vec == 4 && wide))
		return lower_reject(lo, "more than 16 bytes (as on hardware)");
	if (src->op == PTX_RED && !reduces(src->atom, src->type))
		return lower_reject(lo, "this reduction of .%s (as on hardware)", ptx_type_name(src->type));
	for (unsigned k = 0; k < src->vec; k++)
		if ((t->value[k] = source_row(lo, &elems[k], wide, src->type)) == NO_REF)
			return false;
	if (!lower_address(lo, &src->ops[0], &to) || !lower_address(lo, &src->ops[2], &bar) || !(i = lower_emit(lo, X_REMOTE)))
		return false;
	t->bar.base = bar.base;
	t->bar.wide = bar.wide;
	t->bar.offset = bar.offset;
	i->transfer = t;
	i->elem = (uint8_t)ptx_type_bytes(src->type);
	i->vec = src->vec;
	i->wide = wide;
	lower_site(lo, i, &to);
	if (lo->image->min_access > 4)
		lo->image->min_access = 4;
	if (lo->image->min_shared > 4)
		lo->image->min_shared = 4;
	return true;
}

static bool lower_mbarrier(struct lowering *lo)
{
	const struct ptx_instr *src = lo->src;
	bool returns = src->mode == PTX_M_ARRIVE || src->mode == PTX_M_ARRIVE_DROP || src->mode == PTX_M_TEST_WAIT ||
		       src->mode == PTX_M_TRY_WAIT;
	bool token = (src->mode == PTX_M_TEST_WAIT || src->mode == PTX_M_TRY_WAIT) && src->mode2 != PTX_M_PARITY;
	int where = returns ? 1 : 0;
	uint32_t b = NO_REF;
	struct address a;
	struct insn *i;

	if (src->nops > where + 1 && (b = source_row(lo, &src->ops[where + 1], token, PTX_U64)) == NO_REF)
		return false;
	if (!lower_address(lo, &src->ops[where], &a) || !(i = lower_emit(lo, X_MBARRIER)))
		return false;
	if (returns && src->ops[0].kind == PTX_O_REG)
		i->d = lo->regs[src->ops[0].reg];
	i->b = b;
	i->elem = 8;
	lower_site(lo, i, &a);
	return true;
}

static bool lower_pending_count(struct lowering *lo)
{
	uint32_t a = source_row(lo, &lo->src->ops[1], true, PTX_U64);
	struct insn *i;

	if (a == NO_REF || !(i = lower_emit(lo, X_PENDING_COUNT)))
		return false;
	i->d = lo->regs[lo->src->ops[0].reg];
	i->a = a;
	return true;
}

static bool lower_arrive(struct lowering *lo)
{
	struct address a;
	struct insn *i;

	if (!lower_address(lo, &lo->src->ops[0], &a) || !(i = lower_emit(lo, X_COPY_ARRIVE)))
		return false;
	i->elem = 8;
	lower_site(lo, i, &a);
	return true;
}

bool lower_async(struct lowering *lo)
{
	const struct ptx_instr *src = lo->src;
	struct insn *i;

	if (src->op == PTX_ST || src->op == PTX_RED)
		return lower_remote(lo);
	if (src->op == PTX_MBARRIER)
		return src->mode == PTX_M_PENDING_COUNT ? lower_pending_count(lo) : lower_mbarrier(lo);
	if (src->mode3 == PTX_M_ARRIVE)
		return lower_arrive(lo);
	if (src->mode3 == PTX_MODE_NONE && src->mode2 != PTX_M_BULK)
		return lower_copy(lo);
	if (src->mode3 == PTX_MODE_NONE || src->mode3 == PTX_M_PREFETCH)
		return lower_bulk(lo);
	i = lower_emit(lo, src->mode3 == PTX_M_COMMIT ? X_COPY_COMMIT : X_COPY_WAIT);
	if (i)
		i->imm = src->mode3 == PTX_M_WAIT ? src->ops[0].bits : 0;
	return i != NULL;
}
