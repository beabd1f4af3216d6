/*
 * lower_async.c - asynchronous copies and mbarriers.
 */
#include "config.h"

#include "simt/lower/lower.h"

static bool lower_transfer(struct lowering *lo)
{
	const struct ptx_instr *src = lo->src;
	bool bulk = src->mode2 == PTX_M_BULK;
	const struct ptx_operand *size = &src->ops[2], *read = !bulk && src->nops > (src->hint ? 4 : 3) ? &src->ops[3] : NULL;
	struct transfer *t = arena_alloc(lo->arena, sizeof *t);
	struct address to, from, bar = { 0 };
	struct insn *i;

	if (!t)
		return lower_nomem(lo);
	t->size = t->ignore = NO_REF;
	t->bytes = bulk ? 0 : (uint32_t)size->bits;
	if (!bulk && t->bytes != 16 && (src->cache == PTX_CG || (t->bytes != 4 && t->bytes != 8)))
		return lower_reject(lo, "cp.async.%s of %u bytes (as on hardware)", src->cache == PTX_CG ? "cg" : "ca", t->bytes);
	if (bulk && (t->size = source_row(lo, size, false, PTX_U32)) == NO_REF)
		return false;
	if (read && read->kind == PTX_O_REG && lo->function->regs[read->reg].type == PTX_PRED)
		t->ignore = source_pred(lo, read, &t->ignore_negated);
	else if (read && (t->size = source_row(lo, read, false, PTX_U32)) == NO_REF)
		return false;
	if (!lower_address(lo, &src->ops[0], &to) || !lower_address(lo, &src->ops[1], &from) ||
	    (src->completes && !lower_address(lo, &src->ops[3], &bar)) || !(i = lower_emit(lo, bulk ? X_BULK : X_COPY)))
		return false;
	t->from.base = from.base;
	t->from.wide = from.wide;
	t->from.offset = from.offset;
	t->bar.base = src->completes ? bar.base : NO_REF;
	t->bar.wide = bar.wide;
	t->bar.offset = bar.offset;
	i->transfer = t;
	i->elem = bulk ? 16 : (uint8_t)t->bytes;
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

	if (src->op == PTX_MBARRIER)
		return src->mode == PTX_M_PENDING_COUNT ? lower_pending_count(lo) : lower_mbarrier(lo);
	if (src->mode3 == PTX_M_ARRIVE)
		return lower_arrive(lo);
	if (src->mode3 == PTX_MODE_NONE)
		return lower_transfer(lo);
	i = lower_emit(lo, src->mode3 == PTX_M_COMMIT ? X_COPY_COMMIT : X_COPY_WAIT);
	if (i)
		i->imm = src->mode3 == PTX_M_WAIT ? src->ops[0].bits : 0;
	return i != NULL;
}
