/*
 * operands.c - operations from a translation's point of view.
 */
#include "config.h"

#include <string.h>

#include "simt/native/operands.h"

/* Operations with a text in prelude.c. */
static const struct { uint16_t xop; struct text text; } texts[] = {
#define TEXT(id, widths, rule) { X_##id, { #id, widths, rule, false } }
#define LIKE(id, name, widths, rule) { X_##id, { #name, widths, rule, false } }
	TEXT(ADD_32, "rrr", ADDS), TEXT(SUB_32, "rrr", SUBTRACTS), TEXT(MUL_LO_32, "rrr", MULTIPLIES),
		TEXT(MAD_LO_32, "rrrr", MULTIPLIES),
	TEXT(SHL_32, "rrr", SHIFTS), TEXT(SHR_U32, "rrr", SAME_ONLY), TEXT(SHR_S32, "rrr", SAME_ONLY),
	TEXT(NEG_32, "rr", NEGATES), TEXT(AND_32, "rrr", SAME_ONLY), TEXT(OR_32, "rrr", SAME_ONLY),
	TEXT(XOR_32, "rrr", SAME_ONLY), TEXT(NOT_32, "rr", SAME_ONLY), TEXT(MIN_U32, "rrr", SAME_ONLY),
	TEXT(MAX_U32, "rrr", SAME_ONLY), TEXT(MIN_S32, "rrr", SAME_ONLY), TEXT(MAX_S32, "rrr", SAME_ONLY),
	TEXT(ADD_64, "www", ADDS), TEXT(SUB_64, "www", SUBTRACTS), TEXT(MUL_LO_64, "www", MULTIPLIES),
	TEXT(MAD_LO_64, "wwww", MULTIPLIES), TEXT(SHL_64, "wwr", SHIFTS), TEXT(SHR_U64, "wwr", SAME_ONLY),
	TEXT(SHR_S64, "wwr", SAME_ONLY), TEXT(NEG_64, "ww", NEGATES), TEXT(AND_64, "www", SAME_ONLY),
	TEXT(OR_64, "www", SAME_ONLY), TEXT(XOR_64, "www", SAME_ONLY), TEXT(NOT_64, "ww", SAME_ONLY),
	TEXT(MUL_WIDE_U32, "wrr", MULTIPLIES_WIDE), TEXT(MUL_WIDE_S32, "wrr", MULTIPLIES_WIDE_SIGNED),
	TEXT(MAD_WIDE_U32, "wrrw", MULTIPLIES_WIDE), TEXT(MAD_WIDE_S32, "wrrw", MULTIPLIES_WIDE_SIGNED),
	TEXT(CVT_U64_U32, "wr", WIDENS), LIKE(CVT_S64_U32, CVT_U64_U32, "wr", WIDENS),
	TEXT(CVT_S64_S32, "wr", WIDENS_SIGNED), LIKE(CVT_U64_S32, CVT_S64_S32, "wr", WIDENS_SIGNED),
	TEXT(CVT_U32_U64, "rw", COPIES), LIKE(CVT_S32_U64, CVT_U32_U64, "rw", COPIES),
	LIKE(CVT_U32_S64, CVT_U32_U64, "rw", COPIES), LIKE(CVT_S32_S64, CVT_U32_U64, "rw", COPIES),
	LIKE(CVT_U32_S32, MOV32, "rr", COPIES), LIKE(CVT_S32_U32, MOV32, "rr", COPIES),
	TEXT(MOV32, "rr", COPIES), TEXT(MOV64, "ww", COPIES),
	{ X_SELP32, { "SELP32", "rrrp", SAME_ONLY, true } }, { X_SELP64, { "SELP64", "wwwp", SAME_ONLY, true } },
#define COMPARES(N, w) \
	TEXT(SETP_EQ_U##N, "p" w w, SAME_ONLY), TEXT(SETP_NE_U##N, "p" w w, SAME_ONLY), TEXT(SETP_LT_U##N, "p" w w, SAME_ONLY), \
	TEXT(SETP_LE_U##N, "p" w w, SAME_ONLY), TEXT(SETP_GT_U##N, "p" w w, SAME_ONLY), TEXT(SETP_GE_U##N, "p" w w, SAME_ONLY), \
	TEXT(SETP_EQ_S##N, "p" w w, SAME_ONLY), TEXT(SETP_NE_S##N, "p" w w, SAME_ONLY), TEXT(SETP_LT_S##N, "p" w w, SAME_ONLY), \
	TEXT(SETP_LE_S##N, "p" w w, SAME_ONLY), TEXT(SETP_GT_S##N, "p" w w, SAME_ONLY), TEXT(SETP_GE_S##N, "p" w w, SAME_ONLY), \
	LIKE(SETP_LO_##N, SETP_LT_U##N, "p" w w, SAME_ONLY), LIKE(SETP_LS_##N, SETP_LE_U##N, "p" w w, SAME_ONLY), \
	LIKE(SETP_HI_##N, SETP_GT_U##N, "p" w w, SAME_ONLY), LIKE(SETP_HS_##N, SETP_GE_U##N, "p" w w, SAME_ONLY)
	COMPARES(32, "r"), COMPARES(64, "w"),
	TEXT(ADD_F32, "rrr", SAME_ONLY), TEXT(SUB_F32, "rrr", SAME_ONLY), TEXT(MUL_F32, "rrr", SAME_ONLY),
	TEXT(FMA_F32, "rrrr", SAME_ONLY), LIKE(MAD_F32, FMA_F32, "rrrr", SAME_ONLY), TEXT(DIV_F32, "rrr", SAME_ONLY),
	TEXT(DIV_FULL_F32, "rrr", SAME_ONLY), TEXT(SQRT_F32, "rr", SAME_ONLY), LIKE(SQRT_APPROX_F32, SQRT_F32, "rr", SAME_ONLY),
	TEXT(RCP_F32, "rr", SAME_ONLY), LIKE(RCP_APPROX_F32, RCP_F32, "rr", SAME_ONLY), TEXT(NEG_F32, "rr", SAME_ONLY),
	TEXT(ABS_F32, "rr", SAME_ONLY), TEXT(MIN_F32, "rrr", SAME_ONLY), TEXT(MAX_F32, "rrr", SAME_ONLY),
	TEXT(CVT_F32_S32, "rr", SAME_ONLY),
#define FLOAT_COMPARES(T, w) \
	TEXT(SETP_EQ_##T, "p" w w, SAME_ONLY), TEXT(SETP_NE_##T, "p" w w, SAME_ONLY), TEXT(SETP_LT_##T, "p" w w, SAME_ONLY), \
	TEXT(SETP_LE_##T, "p" w w, SAME_ONLY), TEXT(SETP_GT_##T, "p" w w, SAME_ONLY), TEXT(SETP_GE_##T, "p" w w, SAME_ONLY), \
	TEXT(SETP_NEU_##T, "p" w w, SAME_ONLY)
	FLOAT_COMPARES(F32, "r"), FLOAT_COMPARES(F64, "w"),
	TEXT(ADD_F64, "www", NO_SCALAR), TEXT(SUB_F64, "www", NO_SCALAR), TEXT(MUL_F64, "www", NO_SCALAR),
	TEXT(DIV_F64, "www", NO_SCALAR), TEXT(FMA_F64, "wwww", NO_SCALAR), LIKE(MAD_F64, FMA_F64, "wwww", NO_SCALAR),
};

const struct text *text_of(const struct insn *i)
{
	for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
		if (texts[k].xop == i->op)
			return &texts[k].text;
	return NULL;
}

static const struct alu_row *row_of(uint16_t xop)
{
	for (size_t k = 0; k < alu_nrows; k++)
		if (alu_rows[k].xop == xop)
			return &alu_rows[k];
	return NULL;
}

static void add(struct operands *o, uint32_t ref, enum width width, bool is_written)
{
	if (ref == NO_REF)
		return;
	o->at[o->n].ref = ref;
	o->at[o->n].width = width;
	o->at[o->n].is_read = !is_written;
	o->at[o->n++].is_written = is_written;
}

static void add_list(struct operands *o, const struct insn *i, enum width width, bool is_written)
{
	for (unsigned k = 0; k < i->vec; k++)
		add(o, i->list[k], width, is_written);
}

/* Handles operations on lanes alone and on memory: false for all others. */
static bool own_operands(const struct insn *i, struct operands *o)
{
	const struct alu_row *r = row_of(i->op);
	const enum width width = i->wide ? WIDE : NARROW, address = i->wide_base ? WIDE : NARROW;
	const uint32_t sources[] = { i->a, i->b, i->c, i->e };

	if (r) {
		add(o, i->d, r->compares ? PREDICATE : r->wide[0] ? WIDE : NARROW, true);
		for (unsigned k = 0; k < r->nsrc; k++)
			add(o, sources[k], r->wide[k + 1] ? WIDE : NARROW, false);
		return true;
	}
	switch (i->op) {
	case X_NOP: case X_SLEEP: return true;
	case X_LD32: case X_LD64: case X_LDN: case X_LD: case X_LD_PARAM:
		add(o, i->a, address, false);
		add_list(o, i, i->op == X_LD64 ? WIDE : width, true);
		return i->vec <= VECTOR_MOST;
	case X_ST32: case X_ST64: case X_STN: case X_ST:
		add(o, i->a, address, false);
		add_list(o, i, i->op == X_ST64 ? WIDE : width, false);
		return i->vec <= VECTOR_MOST;
	case X_ATOM:
		add(o, i->a, address, false);
		add(o, i->b, width, false);
		add(o, i->c, width, false);
		add(o, i->d, width, true);
		return i->elem <= 8 && i->vec == 1;
	case X_MOV32: case X_MOV64:
		add(o, i->a, i->op == X_MOV64 ? WIDE : NARROW, false);
		add(o, i->d, i->op == X_MOV64 ? WIDE : NARROW, true);
		return true;
	case X_SELP32: case X_SELP64:
		add(o, i->a, i->op == X_SELP64 ? WIDE : NARROW, false);
		add(o, i->b, i->op == X_SELP64 ? WIDE : NARROW, false);
		add(o, i->c, PREDICATE, false);
		add(o, i->d, i->op == X_SELP64 ? WIDE : NARROW, true);
		return true;
	case X_PRED_MOV: case X_PRED_NOT:
		add(o, i->a, PREDICATE, false);
		add(o, i->d, PREDICATE, true);
		return true;
	case X_PRED_AND: case X_PRED_OR: case X_PRED_XOR:
		add(o, i->a, PREDICATE, false);
		add(o, i->b, PREDICATE, false);
		add(o, i->d, PREDICATE, true);
		return true;
	case X_COMBINE:
		add(o, i->a, PREDICATE, false);
		add(o, i->b, PREDICATE, false);
		add(o, i->d, PREDICATE, true);
		add(o, i->e, PREDICATE, true);
		return true;
	case X_SREG:
		add(o, i->d, width, true);
		return true;
	case X_CVTA: case X_CVTA_TO:
		add(o, i->a, width, false);
		add(o, i->d, width, true);
		return true;
	case X_PACK:
		add_list(o, i, NARROW, false);
		add(o, i->d, width, true);
		return i->vec <= VECTOR_MOST && i->elem * i->vec <= 8;
	case X_UNPACK:
		add(o, i->a, width, false);
		add_list(o, i, NARROW, true);
		return i->vec <= VECTOR_MOST && i->elem * i->vec <= 8;
	default: return false;
	}
}

bool operands_of(const struct insn *i, struct operands *o)
{
	o->n = 0;
	if (i->op == X_LD_PARAM && !i->list)
		return false;
	if (!own_operands(i, o))
		return false;
	/* With a guard the lanes that fail it keep their values. */
	for (unsigned k = 0; i->guard != NO_REF && k < o->n; k++)
		o->at[k].is_read = true;
	add(o, i->guard, PREDICATE, false);
	return true;
}

bool terminator_is_known(const struct block *b, const struct insn *end)
{
	switch (b->term) {
	case TERM_NONE: case TERM_BRA: case TERM_RET: case TERM_EXIT: return true;
	case TERM_BAR:
		return end->op == X_NOP && end->guard == NO_REF && (end->a == NO_REF || (end->a & 1)) &&
		       (end->b == NO_REF || (end->b & 1)) && end->c == NO_REF && end->d == NO_REF;
	default: return false;
	}
}
