/*
 * lower_warp.c - operations among lanes, barriers, and calls.
 */
#include "config.h"

#include <string.h>

#include "simt/builtins.h"
#include "simt/hooks.h"
#include "simt/lower.h"

static bool lower_barrier(struct lowering *lo, enum terminator *term)
{
	const struct ptx_instr *src = lo->src;
	bool red = src->mode == PTX_M_RED, negated = false;
	const struct ptx_operand *ops = src->ops + (red ? 1 : 0);
	int n = src->nops - (red ? 2 : 0);
	uint32_t id = source_row(lo, &ops[0], false, PTX_U32), count = NO_REF, p = NO_REF;
	struct insn *i;

	if (n > 1 && (count = source_row(lo, &ops[1], false, PTX_U32)) == NO_REF)
		return false;
	if (red && (p = source_pred(lo, &src->ops[src->nops - 1], &negated)) == NO_REF)
		return false;
	if (id == NO_REF || !(i = emit(lo, src->mode == PTX_M_ARRIVE ? X_ARRIVE : X_NOP)))
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

/* What the operation is and reads; false on error. */
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
	struct insn *i = emit(lo, X_ACTIVEMASK);

	if (!i)
		return false;
	i->d = lo->regs[lo->src->ops[0].reg];
	return true;
}

/* The operations that wait for the lanes of a mask, and their old forms that do not. */
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
	if (!(i = emit(lo, (enum xop)like.op)))
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

/* ---- calls ---- */

/* Values between the caller's .param variables and the callee's. */
static bool values_match(struct lowering *lo, const struct ptx_operand *list, const struct ptx_var *vars, size_t n,
			 const uint32_t *offsets, struct call_value **values, uint32_t *count, bool out)
{
	size_t given = list->kind == PTX_O_LIST ? (size_t)list->nelems : list->kind == PTX_O_NONE ? 0 : 1;
	const struct ptx_operand *elems = list->kind == PTX_O_LIST ? list->elems : list;

	if (given != n)
		return refuse(lo, "a call with %zu values where the function has %zu", given, n);
	*values = arena_array(lo->arena, n + 1, sizeof(**values));
	if (!*values)
		return nomem(lo);
	for (size_t k = 0; k < n; k++) {
		uint64_t at;

		if (!elems[k].var || elems[k].var->space != PTX_PARAM || !map_get(lo, elems[k].var, &at))
			return refuse(lo, "call values other than .param variables");
		if (elems[k].var->size != vars[k].size)
			return refuse(lo, "a call whose values differ in size from the function's");
		(*values)[k] = (struct call_value){ .from = out ? offsets[k] : (uint32_t)at,
						    .to = out ? (uint32_t)at : offsets[k],
						    .bytes = (uint32_t)vars[k].size };
	}
	*count = (uint32_t)n;
	return true;
}

static bool lower_builtin(struct lowering *lo, struct call *call, const struct ptx_function *f, enum terminator *term)
{
	uint32_t *offsets = arena_array(lo->arena, f->nparams + f->nrets + 1, sizeof(*offsets));
	struct insn *i;

	if (!offsets)
		return nomem(lo);
	call->builtin = builtin_find(f->name);
	if (!call->builtin)
		return refuse(lo, "the device function '%s', which has no body and is not known", f->name);
	if (!builtin_fits(call->builtin, f))
		return refuse(lo, "'%s' with these parameters", f->name);
	if (!values_match(lo, &lo->src->ops[2], f->params, f->nparams, offsets, &call->args, &call->nargs, false) ||
	    !values_match(lo, &lo->src->ops[0], f->rets, f->nrets, offsets, &call->rets, &call->nrets, true))
		return false;
	if (!(i = emit(lo, builtin_traps(call->builtin) ? X_NOP : X_BUILTIN)))
		return false;
	i->call = call;
	i->imm = FAULT_ASSERT;
	if (builtin_traps(call->builtin))
		*term = TERM_TRAP;
	return true;
}

bool lower_call(struct lowering *lo, enum terminator *term)
{
	const struct ptx_instr *src = lo->src;
	struct call *call = arena_alloc(lo->arena, sizeof(*call));
	const struct ptx_function *f;
	const struct code *callee;
	struct insn *i;

	if (!call)
		return nomem(lo);
	if (src->ops[1].kind != PTX_O_FUNC)
		return refuse(lo, "calls through a function pointer");
	f = src->ops[1].function;
	callee = lower_callee(lo, f);
	if (!callee)
		return lower_builtin(lo, call, f, term);
	f = callee->function;
	call->callee = callee;
	if (!values_match(lo, &src->ops[2], f->params, f->nparams, callee->param_offset, &call->args, &call->nargs, false) ||
	    !values_match(lo, &src->ops[0], f->rets, f->nrets, callee->ret_offset, &call->rets, &call->nrets, true))
		return false;
	if (!(i = emit(lo, X_NOP)))
		return false;
	i->call = call;
	i->imm = FAULT_STACK_OVERFLOW;
	*term = TERM_CALL;
	return true;
}
