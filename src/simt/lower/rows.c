/*
 * rows.c - alu.def as a table, and the search for an instruction's row.
 */
#include "config.h"

#include <pthread.h>

#include "simt/code.h"

/* Do values of this kind live in 64-bit rows? */
#define WIDE_u8 false
#define WIDE_s8 false
#define WIDE_u16 false
#define WIDE_s16 false
#define WIDE_u32 false
#define WIDE_s32 false
#define WIDE_u64 true
#define WIDE_s64 true
#define WIDE_f16 false
#define WIDE_f32 false
#define WIDE_f32b false
#define WIDE_f32z false
#define WIDE_f32s false
#define WIDE_f32zs false
#define WIDE_f64 true
#define WIDE_f64b true
#define WIDE_f64s true
#define WIDE_bf16 false

const struct alu_row alu_rows[] = {
#define ALU1(id, op, type, stype, key, D, A, expr) \
	{ X_##id, PTX_##op, PTX_##type, PTX_##stype, 1, { WIDE_##D, WIDE_##A }, false, key },
#define ALU2(id, op, type, stype, key, D, A, B, expr) \
	{ X_##id, PTX_##op, PTX_##type, PTX_##stype, 2, { WIDE_##D, WIDE_##A, WIDE_##B }, false, key },
#define ALU3(id, op, type, stype, key, D, A, B, C, expr) \
	{ X_##id, PTX_##op, PTX_##type, PTX_##stype, 3, { WIDE_##D, WIDE_##A, WIDE_##B, WIDE_##C }, false, key },
#define ALU4(id, op, type, stype, key, D, A, B, C, E, expr) \
	{ X_##id, PTX_##op, PTX_##type, PTX_##stype, 4, \
	  { WIDE_##D, WIDE_##A, WIDE_##B, WIDE_##C, WIDE_##E }, false, key },
#define CMP2(id, op, type, stype, key, A, B, expr) \
	{ X_##id, PTX_##op, PTX_##type, PTX_##stype, 2, { false, WIDE_##A, WIDE_##B }, true, key },
#include "simt/alu.def"
};
const size_t alu_nrows = sizeof(alu_rows) / sizeof(alu_rows[0]);

static uint64_t instr_key(const struct ptx_instr *i)
{
	uint64_t key = 0;

	if (i->ftz) key |= K_FTZ;
	if (i->sat) key |= K_SAT;
	if (i->approx) key |= K_APPROX;
	if (i->full) key |= K_FULL;
	if (i->carry_out) key |= K_CC;
	if (i->relu) key |= K_RELU;
	if (i->shiftamt) key |= K_SHIFTAMT;
	if (i->nan) key |= K_NAN;
	if (i->xorsign) key |= K_XORSIGN;
	if (i->abs) key |= K_ABS;
	if (i->satfinite) key |= K_SATFINITE;
	key |= i->half == PTX_MUL_LO ? K_LO : i->half == PTX_MUL_HI ? K_HI : i->half == PTX_MUL_WIDE ? K_WIDE : 0;
	/* Arithmetic rounds to nearest even without .rn; conversions always name the mode. */
	if (i->round != PTX_RN || i->op == PTX_CVT)
		key |= K_RND(i->round);
	return key | K_CMP(i->cmp) | K_MODE(i->mode) | K_MODE2(i->mode2);
}

/* The unsigned integer of the same size. */
static enum ptx_type plain_type(enum ptx_type t, bool moves)
{
	switch (t) {
	case PTX_B8: case PTX_S8: return PTX_U8;
	case PTX_B16: case PTX_S16: return moves ? PTX_U32 : PTX_U16;
	case PTX_U16: return moves ? PTX_U32 : PTX_U16;
	case PTX_B32: case PTX_S32: return PTX_U32;
	case PTX_B64: case PTX_S64: return PTX_U64;
	case PTX_F32: return moves ? PTX_U32 : t;
	case PTX_F64: return moves ? PTX_U64 : t;
	default: return t;
	}
}

/* The rows of each opcode as a list, in the table's order: 1 + their index, 0 at the end. */
static uint16_t first_row[PTX_OP_COUNT], next_row[sizeof alu_rows / sizeof *alu_rows];

static void rows_chain(void)
{
	for (size_t k = alu_nrows; k-- > 0;) {
		next_row[k] = first_row[alu_rows[k].op];
		first_row[alu_rows[k].op] = (uint16_t)(k + 1);
	}
}

static const struct alu_row *row_find(const struct ptx_instr *i, enum ptx_type type, uint64_t key)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, rows_chain);
	for (size_t k = first_row[i->op]; k; k = next_row[k - 1]) {
		const struct alu_row *r = &alu_rows[k - 1];

		if (r->type == type && r->key == key && r->stype == i->stype)
			return r;
	}
	return NULL;
}

const struct alu_row *alu_find(const struct ptx_instr *i)
{
	uint64_t key = instr_key(i);
	const struct alu_row *r = row_find(i, i->type, key);

	return r ? r : row_find(i, plain_type(i->type, i->op == PTX_SLCT), key);
}
