/*
 * lower_insn.c - translates one PTX instruction to operations. Arithmetic finds its row of alu.def; moves, predicates
 * and control have a case each.
 */
#include "config.h"

#include "ptx/ptx.h"
#include "ptx/syntax.h"
#include "simt/hooks.h"
#include "simt/lower/lower.h"
#include "simt/lower/passes.h"
#include "simt/narrow.h"

static bool reject_modifiers(struct lowering *lo)
{
	struct buf text = BUF_INIT;

	syntax_print(lo->src, &text);
	lower_reject(lo, "'%.200s'", text.failed ? ptx_op_name(lo->src->op) : buf_text(&text));
	buf_release(&text);
	return false;
}

/* A destination row of the wanted width; if the register is wider, *extend says so. */
static uint32_t destination_row(struct lowering *lo, const struct ptx_operand *o, bool wide, bool *extend)
{
	*extend = false;
	if (o->kind == PTX_O_REG && reg_is_double(lo, o->reg)) {
		lower_reject(lo, "a register of 128 bits here");
		return NO_REF;
	}
	if (o->kind != PTX_O_REG)
		return temp_row(lo, wide);
	if (reg_is_wide(lo, o->reg) == wide)
		return lo->regs[o->reg];
	*extend = true;
	return temp_row(lo, wide);
}

/* Completes a destination that was too wide or too narrow. */
static bool destination_extend(struct lowering *lo, const struct ptx_operand *o, uint32_t from, bool wide)
{
	enum ptx_type t = lo->src->type;
	bool sign = t == PTX_S8 || t == PTX_S16 || t == PTX_S32;
	struct insn *i = lower_emit(lo, wide ? X_CVT_U32_U64 : sign ? X_CVT_S64_S32 : X_CVT_U64_U32);

	if (!i)
		return false;
	i->d = lo->regs[o->reg];
	i->a = from;
	return true;
}

/* Destination predicates: p, or p|q with either a sink. */
static void pred_destinations(const struct lowering *lo, const struct ptx_operand *o, uint32_t *d, uint32_t *e)
{
	*d = *e = NO_REF;
	if (o->kind == PTX_O_PRED_PAIR) {
		if (o->reg >= 0)
			*d = lo->regs[o->reg];
		if (o->reg2 >= 0)
			*e = lo->regs[o->reg2];
	} else if (o->kind == PTX_O_REG) {
		*d = lo->regs[o->reg];
	}
}

/* The result of a comparison in row `p`, combined with a predicate as setp and set allow. */
static bool combine(struct lowering *lo, uint32_t p, uint32_t d, uint32_t e, const struct ptx_operand *with)
{
	bool negated = false;
	uint32_t b = with ? source_pred(lo, with, &negated) : NO_REF;
	struct insn *i;

	if (with && b == NO_REF)
		return false;
	i = lower_emit(lo, X_COMBINE);
	if (!i)
		return false;
	i->d = d;
	i->e = e;
	i->a = p;
	i->b = b;
	i->flags = negated ? NEGATE_B : 0;
	return true;
}

static bool lower_compare(struct lowering *lo, const struct alu_row *row)
{
	const struct ptx_instr *src = lo->src;
	const struct ptx_operand *with = src->boolop ? &src->ops[src->nops - 1] : NULL;
	uint32_t d, e, a = source_row(lo, &src->ops[1], row->wide[1], src->type), b = a, p;
	struct insn *i;

	if (src->op == PTX_SETP)
		b = source_row(lo, &src->ops[2], row->wide[2], src->type);
	pred_destinations(lo, &src->ops[0], &d, &e);
	p = d != NO_REF && e == NO_REF && !with ? d : temp_pred(lo);
	if (a == NO_REF || b == NO_REF || p == NO_REF || !(i = lower_emit(lo, (enum xop)row->xop)))
		return false;
	i->d = p;
	i->a = a;
	i->b = b;
	return p == d || combine(lo, p, d, e, with);
}

static bool lower_alu(struct lowering *lo, const struct alu_row *row)
{
	const struct ptx_instr *src = lo->src;
	uint32_t refs[5] = { NO_REF, NO_REF, NO_REF, NO_REF, NO_REF };
	bool extend;
	struct insn *i;

	if (row->compares)
		return lower_compare(lo, row);
	for (unsigned k = 1; k <= row->nsrc; k++) {
		refs[k] = source_row(lo, &src->ops[k], row->wide[k], src->op == PTX_CVT ? src->stype : src->type);
		if (refs[k] == NO_REF)
			return false;
	}
	refs[0] = destination_row(lo, &src->ops[0], row->wide[0], &extend);
	if (refs[0] == NO_REF || !(i = lower_emit(lo, (enum xop)row->xop)))
		return false;
	i->d = refs[0];
	i->a = refs[1];
	i->b = refs[2];
	i->c = refs[3];
	i->e = refs[4];
	if (src->op == PTX_LOP3)
		i->imm = src->ops[4].bits;
	return !extend || destination_extend(lo, &src->ops[0], refs[0], row->wide[0]);
}

/* set: -1 or 1.0 where setp would be true. */
static bool lower_set(struct lowering *lo)
{
	const struct ptx_instr *src = lo->src;
	struct ptx_instr as = *src;
	const struct ptx_operand *with = src->boolop ? &src->ops[src->nops - 1] : NULL;
	const struct alu_row *row;
	uint32_t p = temp_pred(lo), a, b, yes, no;
	struct insn *i;

	as.op = PTX_SETP;
	as.type = src->stype;
	as.stype = PTX_NOTYPE;
	row = alu_find(&as);
	if (!row)
		return reject_modifiers(lo);
	a = source_row(lo, &src->ops[1], row->wide[1], src->stype);
	b = source_row(lo, &src->ops[2], row->wide[2], src->stype);
	yes = lower_constant_row(lo, src->type == PTX_F32 ? 0x3f800000 : UINT32_MAX, false);
	no = lower_constant_row(lo, 0, false);
	if (p == NO_REF || a == NO_REF || b == NO_REF || yes == NO_REF || no == NO_REF)
		return false;
	if (!(i = lower_emit(lo, (enum xop)row->xop)))
		return false;
	i->d = p;
	i->a = a;
	i->b = b;
	if (with && !combine(lo, p, p, NO_REF, with))
		return false;
	if (!(i = lower_emit(lo, X_SELP32)))
		return false;
	i->d = lo->regs[src->ops[0].reg];
	i->a = yes;
	i->b = no;
	i->c = p;
	return true;
}

static bool lower_predicate(struct lowering *lo)
{
	static const uint16_t xops[PTX_OP_COUNT] = {
		[PTX_MOV] = X_PRED_MOV, [PTX_NOT] = X_PRED_NOT, [PTX_AND] = X_PRED_AND,
		[PTX_OR] = X_PRED_OR, [PTX_XOR] = X_PRED_XOR,
	};
	const struct ptx_instr *src = lo->src;
	bool negate_a, negate_b = false;
	uint32_t a = source_pred(lo, &src->ops[1], &negate_a), b = NO_REF;
	struct insn *i;

	if (src->nops > 2 && (b = source_pred(lo, &src->ops[2], &negate_b)) == NO_REF)
		return false;
	if (a == NO_REF || !xops[src->op] || !(i = lower_emit(lo, (enum xop)xops[src->op])))
		return a != NO_REF && !xops[src->op] ? reject_modifiers(lo) : false;
	i->d = lo->regs[src->ops[0].reg];
	i->a = a;
	i->b = b;
	i->flags = (negate_a ? NEGATE_A : 0) | (negate_b ? NEGATE_B : 0);
	return true;
}

/* mov.b64 d, {a, b} and mov.b64 {a, b}, d. */
static bool lower_packed(struct lowering *lo, const struct ptx_operand *vec, const struct ptx_operand *one, bool pack)
{
	unsigned bytes = ptx_type_bytes(lo->src->type);
	uint32_t *list = arena_array(lo->arena, (size_t)vec->nelems + 1, sizeof *list), whole;
	struct insn *i;

	if (!list)
		return lower_nomem(lo);
	if (vec->nelems < 1 || bytes % (unsigned)vec->nelems)
		return reject_modifiers(lo);
	for (int k = 0; k < vec->nelems; k++) {
		const struct ptx_operand *e = &vec->elems[k];

		list[k] = NO_REF;
		if (e->kind == PTX_O_SINK && !pack)
			continue;
		if (operand_is_wide(lo, e))
			return reject_modifiers(lo);
		list[k] = source_row(lo, e, false, PTX_B32);
		if (list[k] == NO_REF)
			return false;
	}
	whole = pack ? lo->regs[one->reg] : source_row(lo, one, bytes == 8, lo->src->type);
	if (whole == NO_REF || !(i = lower_emit(lo, pack ? X_PACK : X_UNPACK)))
		return false;
	i->list = list;
	i->vec = (uint8_t)vec->nelems;
	i->elem = (uint8_t)(bytes / (unsigned)vec->nelems);
	i->wide = bytes == 8;
	i->d = pack ? whole : NO_REF;
	i->a = pack ? NO_REF : whole;
	return true;
}

/* Half k of 128 bits: of a 128-bit register, or an element of {lower, upper}. */
static uint32_t half_row(struct lowering *lo, const struct ptx_operand *o, int k)
{
	if (o->kind == PTX_O_VEC && o->elems[k].kind == PTX_O_SINK)
		return temp_row(lo, true);
	if (o->kind == PTX_O_VEC)
		return source_row(lo, &o->elems[k], true, PTX_B64);
	if (o->kind == PTX_O_REG && reg_is_double(lo, o->reg))
		return k ? row_upper(lo->regs[o->reg]) : lo->regs[o->reg];
	lower_reject(lo, "128 bits as anything but a register");
	return NO_REF;
}

/* Writing {a, b} may overwrite its own sources: read both first. */
static bool lower_double(struct lowering *lo, const struct ptx_operand *d, const struct ptx_operand *a)
{
	uint32_t kept[2] = { temp_row(lo, true), temp_row(lo, true) };
	struct insn *i;

	for (int k = 0; k < 4; k++) {
		uint32_t to = k < 2 ? kept[k] : half_row(lo, d, k - 2), from = k < 2 ? half_row(lo, a, k) : kept[k - 2];

		if (to == NO_REF || from == NO_REF || !(i = lower_emit(lo, X_MOV64)))
			return false;
		i->d = to;
		i->a = from;
	}
	return true;
}

static bool lower_mov(struct lowering *lo)
{
	const struct ptx_instr *src = lo->src;
	const struct ptx_operand *d = &src->ops[0], *a = &src->ops[1];
	bool wide = operand_is_wide(lo, d);
	uint32_t from;
	struct insn *i;

	if (src->type == PTX_PRED)
		return lower_predicate(lo);
	if (src->type == PTX_B128)
		return lower_double(lo, d, a);
	if (a->kind == PTX_O_VEC || d->kind == PTX_O_VEC)
		return lower_packed(lo, a->kind == PTX_O_VEC ? a : d, a->kind == PTX_O_VEC ? d : a,
				    a->kind == PTX_O_VEC);
	if (d->kind != PTX_O_REG)
		return reject_modifiers(lo);
	if (a->kind == PTX_O_SREG) {
		if (!(i = lower_emit(lo, X_SREG)))
			return false;
		i->d = lo->regs[d->reg];
		i->wide = wide;
		i->imm = a->sreg;
		return true;
	}
	from = source_row(lo, a, wide, src->type);
	if (from == NO_REF || !(i = lower_emit(lo, wide ? X_MOV64 : X_MOV32)))
		return false;
	i->d = lo->regs[d->reg];
	i->a = from;
	return true;
}

static bool lower_selp(struct lowering *lo)
{
	const struct ptx_instr *src = lo->src;
	bool wide = operand_is_wide(lo, &src->ops[0]), negated;
	uint32_t a = source_row(lo, &src->ops[1], wide, src->type);
	uint32_t b = source_row(lo, &src->ops[2], wide, src->type);
	uint32_t p = source_pred(lo, &src->ops[3], &negated);
	struct insn *i;

	if (a == NO_REF || b == NO_REF || p == NO_REF || !(i = lower_emit(lo, wide ? X_SELP64 : X_SELP32)))
		return false;
	i->d = lo->regs[src->ops[0].reg];
	i->a = negated ? b : a;
	i->b = negated ? a : b;
	i->c = p;
	return true;
}

static bool lower_carry(struct lowering *lo)
{
	const struct ptx_instr *src = lo->src;
	bool wide = ptx_type_bytes(src->type) == 8;
	uint32_t a = source_row(lo, &src->ops[1], wide, src->type);
	uint32_t b = source_row(lo, &src->ops[2], wide, src->type);
	uint32_t c = src->nops > 3 ? source_row(lo, &src->ops[3], wide, src->type) : NO_REF;
	struct insn *i;

	if (a == NO_REF || b == NO_REF || (src->nops > 3 && c == NO_REF) || !(i = lower_emit(lo, X_CARRY)))
		return false;
	i->d = lo->regs[src->ops[0].reg];
	i->a = a;
	i->b = b;
	i->c = c;
	i->wide = wide;
	return true;
}

/* rz, rm and rp for operations that have a row for rn. */
static bool lower_rounded(struct lowering *lo)
{
	const struct ptx_instr *src = lo->src;
	bool cvt = src->op == PTX_CVT;
	enum ptx_type from = cvt ? src->stype : src->type;
	uint32_t refs[4] = { NO_REF, NO_REF, NO_REF, NO_REF };
	struct insn *i;

	if ((src->type != PTX_F32 && src->type != PTX_F64) || from == PTX_F16 || from == PTX_BF16)
		return reject_modifiers(lo);
	for (int k = 1; k < src->nops && k < 4; k++) {
		refs[k] = source_row(lo, &src->ops[k], ptx_type_bytes(from) == 8, from);
		if (refs[k] == NO_REF)
			return false;
	}
	if (!(i = lower_emit(lo, X_ROUND)))
		return false;
	i->d = lo->regs[src->ops[0].reg];
	i->a = refs[1];
	i->b = refs[2];
	i->c = refs[3];
	return true;
}

/* A cache policy: none has an effect. */
static bool lower_policy(struct lowering *lo)
{
	const struct ptx_operand *d = &lo->src->ops[0];
	bool wide = operand_is_wide(lo, d);
	uint32_t a = lower_constant_row(lo, 0, wide);
	struct insn *i;

	if (a == NO_REF || !(i = lower_emit(lo, wide ? X_MOV64 : X_MOV32)))
		return false;
	i->d = lo->regs[d->reg];
	i->a = a;
	return true;
}

/* mapa and getctarank: addresses of 4 or 8 bytes, ranks of 4. */
static bool lower_peer(struct lowering *lo)
{
	const struct ptx_instr *src = lo->src;
	bool wide = ptx_type_bytes(src->type) == 8;
	uint32_t a = source_row(lo, &src->ops[1], wide, src->type), b = NO_REF;
	struct insn *i;

	if (a == NO_REF || (src->op == PTX_MAPA && (b = source_row(lo, &src->ops[2], false, PTX_U32)) == NO_REF) ||
	    !(i = lower_emit(lo, src->op == PTX_MAPA ? X_MAPA : X_GETCTARANK)))
		return false;
	i->d = lo->regs[src->ops[0].reg];
	i->a = a;
	i->b = b;
	i->wide = wide;
	lo->image->maps_ranks |= src->op == PTX_MAPA;
	return true;
}

static bool lower_left_out(struct lowering *lo)
{
	const char *name = lo->src->ops[1].name;
	const struct ptx_left_out *row = ptx_left_out_find(name);

	return lower_reject(lo, "%.200s: %s (%s)", name, row->what, row->why);
}

/* Instructions with a narrow type and no row of their own. */
static bool lower_narrow(struct lowering *lo)
{
	const struct ptx_instr *src = lo->src;
	bool setp = src->op == PTX_SETP, set = src->op == PTX_SET, cvt = src->op == PTX_CVT;
	enum ptx_type from = set || cvt ? src->stype : src->type;
	int last = src->nops - (src->boolop != PTX_BOOL_NONE);
	uint32_t refs[4] = { NO_REF, NO_REF, NO_REF, NO_REF };
	bool negated = false, extend = false;
	struct insn *i;

	for (int k = 1; k < last && k < 4; k++) {
		refs[k] = source_row(lo, &src->ops[k], ptx_type_bytes(from) == 8, from);
		if (refs[k] == NO_REF)
			return false;
	}
	if (last < src->nops && (refs[3] = source_pred(lo, &src->ops[last], &negated)) == NO_REF)
		return false;
	if (!setp && (refs[0] = destination_row(lo, &src->ops[0], false, &extend)) == NO_REF)
		return false;
	i = lower_emit(lo, setp ? X_NARROW_SETP : set ? X_NARROW_SET : cvt ? X_NARROW_CVT : X_NARROW);
	if (!i)
		return false;
	if (setp)
		pred_destinations(lo, &src->ops[0], &i->d, &i->e);
	else
		i->d = refs[0];
	i->a = refs[1];
	i->b = refs[2];
	i->c = refs[3];
	i->flags = negated ? NEGATE_C : 0;
	return !extend || destination_extend(lo, &src->ops[0], refs[0], false);
}

static bool lower_simple(struct lowering *lo, enum xop op)
{
	return lower_emit(lo, op) != NULL;
}

static bool lower_control(struct lowering *lo, enum terminator kind, enum terminator *term)
{
	struct insn *i;
	uint32_t index = NO_REF;

	if (kind == TERM_BRX && (index = source_row(lo, &lo->src->ops[0], false, PTX_U32)) == NO_REF)
		return false;
	*term = kind;
	if (!(i = lower_emit(lo, X_NOP)))
		return false;
	i->a = index;
	i->imm = FAULT_TRAP;
	return true;
}

bool lower_insn(struct lowering *lo, enum terminator *term)
{
	const struct ptx_instr *src = lo->src;
	const struct alu_row *row;

	if ((src->op == PTX_ST || src->op == PTX_RED) && src->mode == PTX_M_ASYNC)
		return lower_async(lo);
	lo->image->hands_over |= src->op == PTX_MEMBAR || src->op == PTX_FENCE || src->sem == PTX_RELEASE ||
				 src->sem == PTX_ACQ_REL;
	switch (src->op) {
	case PTX_MOV: return lower_mov(lo);
	case PTX_SELP: return lower_selp(lo);
	case PTX_SET: return narrow_is(src->stype) ? lower_narrow(lo) : lower_set(lo);
	case PTX_ADDC: case PTX_SUBC: case PTX_MADC: return lower_carry(lo);
	case PTX_LD: case PTX_LDU: case PTX_ST: case PTX_ATOM: case PTX_RED:
	case PTX_CVTA: case PTX_ISSPACEP: case PTX_DISCARD: return lower_memory(lo);
	case PTX_BAR: case PTX_BARRIER: case PTX_SHFL: case PTX_VOTE:
	case PTX_MATCH: case PTX_REDUX: case PTX_ACTIVEMASK: case PTX_ELECT: return lower_warp(lo, term);
	case PTX_CP: case PTX_MBARRIER: return lower_async(lo);
	case PTX_MMA: case PTX_WMMA: case PTX_LDMATRIX: case PTX_STMATRIX:
	case PTX_MOVMATRIX: return lower_matrix(lo, term);
	case PTX_TEX: case PTX_TLD4: case PTX_TXQ: case PTX_SULD: case PTX_SUST: case PTX_SURED:
	case PTX_SUQ: return lower_texture(lo);
	case PTX_WGMMA: return lower_wgmma(lo, term);
	case PTX_CALL: return lower_call(lo, term);
	case PTX_LEFT_OUT: return lower_left_out(lo);
	case PTX_MEMBAR: case PTX_FENCE:
		if (src->mode == PTX_M_PROXY && src->mode2 == PTX_M_ASYNC)
			return lower_simple(lo, src->space == PTX_GLOBAL ? X_NOP : X_PROXY_FENCE);
		return lower_simple(lo, src->mode == PTX_MODE_NONE || src->mode == PTX_M_RESTRICT ? X_FENCE : X_NOP);
	case PTX_NANOSLEEP: return lower_simple(lo, X_SLEEP);
	case PTX_PREFETCH: case PTX_PREFETCHU: case PTX_BRKPT: case PTX_PMEVENT:
	case PTX_APPLYPRIORITY: case PTX_SETMAXNREG:
		return lower_simple(lo, X_NOP);
	case PTX_GRIDDEPCONTROL: return lower_simple(lo, src->mode == PTX_M_WAIT ? X_GRID_WAIT : X_NOP);
	case PTX_ALLOCA: case PTX_STACKSAVE: case PTX_STACKRESTORE: return lower_stack(lo);
	case PTX_MAPA: case PTX_GETCTARANK: return lower_peer(lo);
	case PTX_CREATEPOLICY: return lower_policy(lo);
	case PTX_BRA: return lower_control(lo, TERM_BRA, term);
	case PTX_BRX: return lower_control(lo, TERM_BRX, term);
	case PTX_RET: return lower_control(lo, TERM_RET, term);
	case PTX_EXIT: return lower_control(lo, TERM_EXIT, term);
	case PTX_TRAP: return lower_control(lo, TERM_TRAP, term);
	default: break;
	}
	if (src->type == PTX_PRED)
		return lower_predicate(lo);
	if (src->carry_out)
		return lower_carry(lo);
	row = alu_find(src);
	if (row)
		return lower_alu(lo, row);
	if (narrow_is(src->type))
		return lower_narrow(lo);
	if (src->round == PTX_RZ || src->round == PTX_RM || src->round == PTX_RP)
		return lower_rounded(lo);
	return reject_modifiers(lo);
}
