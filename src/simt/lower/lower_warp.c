/*
 * lower_warp.c - operations among lanes, barriers, and calls.
 */
#include "config.h"

#include <string.h>

#include "simt/hooks.h"
#include "simt/lower/lower.h"
#include "simt/lower/passes.h"

/*
 * Threads that arrive continue. If the cluster is a single block, threads that wait do so until all wait, which is more
 * than hardware requires: threads that wait for each other between the two operations would deadlock.
 */
static bool lower_cluster_barrier(struct lowering *lo, enum terminator *term)
{
	bool waits = lo->src->mode == PTX_M_WAIT;

	if (waits)
		*term = TERM_BAR;
	return lower_emit(lo, waits ? X_NOP : X_CLUSTER_ARRIVE) != NULL;
}

static bool lower_barrier(struct lowering *lo, enum terminator *term)
{
	const struct ptx_instr *src = lo->src;
	bool red = src->mode == PTX_M_RED, negated = false;
	const struct ptx_operand *ops;
	int n = src->nops - (red ? 2 : 0);
	uint32_t id, count = NO_REF, p = NO_REF;
	struct insn *i;

	if (src->scope == PTX_CLUSTER)
		return lower_cluster_barrier(lo, term); /* no operands */
	ops = src->ops + (red ? 1 : 0);
	id = source_row(lo, &ops[0], false, PTX_U32);
	if (n > 1 && (count = source_row(lo, &ops[1], false, PTX_U32)) == NO_REF)
		return false;
	if (red && (p = source_pred(lo, &src->ops[src->nops - 1], &negated)) == NO_REF)
		return false;
	if (id == NO_REF || !(i = lower_emit(lo, src->mode == PTX_M_ARRIVE ? X_ARRIVE : X_NOP)))
		return false;
	i->a = id;
	i->b = count;
	i->c = p;
	i->flags = negated ? NEGATE_C : 0;
	if (red)
		i->d = lo->regs[src->ops[0].reg];
	if (src->mode != PTX_M_ARRIVE)
		*term = TERM_BAR;
	return true;
}

/* The operation and its sources; false on error. */
static bool warp_sources(struct lowering *lo, struct insn *like)
{
	const struct ptx_operand *ops = lo->src->ops;
	bool negated = false;

	switch (lo->src->op) {
	case PTX_VOTE:
		like->op = X_VOTE;
		like->a = source_pred(lo, &ops[1], &negated);
		like->flags = negated ? NEGATE_A : 0;
		break;
	case PTX_SHFL:
		like->op = X_SHFL;
		lo->code->shuffles |= lo->src->sync && (lo->src->mode == PTX_M_UP || lo->src->mode == PTX_M_DOWN);
		like->a = source_row(lo, &ops[1], false, PTX_B32);
		like->b = source_row(lo, &ops[2], false, PTX_U32);
		like->c = source_row(lo, &ops[3], false, PTX_U32);
		if (like->b == NO_REF || like->c == NO_REF)
			return false;
		break;
	case PTX_MATCH:
		like->op = X_MATCH;
		like->wide = ptx_type_bytes(lo->src->type) == 8;
		like->a = source_row(lo, &ops[1], like->wide, lo->src->type);
		break;
	case PTX_ELECT:
		like->op = X_ELECT;
		return true;
	case PTX_REDUX:
		like->op = X_REDUX;
		like->a = source_row(lo, &ops[1], false, lo->src->type);
		break;
	default:
		like->op = X_WARP_BAR;
		return true;
	}
	return like->a != NO_REF;
}

static bool lower_activemask(struct lowering *lo)
{
	struct insn *i = lower_emit(lo, X_ACTIVEMASK);

	if (!i)
		return false;
	i->d = lo->regs[lo->src->ops[0].reg];
	return true;
}

/* The operations that wait for the lanes of a mask, and their older forms, which do not. */
static bool lower_member(struct lowering *lo, enum terminator *term)
{
	const struct ptx_instr *src = lo->src;
	const struct ptx_operand *d = &src->ops[0];
	struct insn like = { .a = NO_REF, .b = NO_REF, .c = NO_REF }, *i;
	uint32_t member = NO_REF;

	if (!warp_sources(lo, &like))
		return false;
	if (src->sync) {
		member = source_row(lo, &src->ops[src->nops - 1], false, PTX_B32);
		if (member == NO_REF)
			return false;
		*term = TERM_WARP;
	}
	if (!(i = lower_emit(lo, (enum xop)like.op)))
		return false;
	if (like.op != X_WARP_BAR && (d->kind == PTX_O_REG || d->kind == PTX_O_PRED_PAIR)) {
		i->d = d->reg >= 0 ? lo->regs[d->reg] : NO_REF;
		i->e2 = d->kind == PTX_O_PRED_PAIR && d->reg2 >= 0 ? lo->regs[d->reg2] : NO_REF;
	}
	i->a = like.a;
	i->b = like.b;
	i->c = like.c;
	i->e = member;
	i->wide = like.wide;
	i->flags = like.flags;
	return true;
}

bool lower_warp(struct lowering *lo, enum terminator *term)
{
	switch (lo->src->op) {
	case PTX_ACTIVEMASK:
		return lower_activemask(lo);
	case PTX_BAR: case PTX_BARRIER:
		return lo->src->mode == PTX_M_WARP ? lower_member(lo, term) : lower_barrier(lo, term);
	default:
		return lower_member(lo, term);
	}
}
