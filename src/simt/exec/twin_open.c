/*
 * twin_open.c - operations whose two contents give the same result, although other contents would not: see twin.h.
 */
#include "config.h"

#include <string.h>

#include "simt/exec/rows.h"
#include "simt/exec/twin_state.h"

/* A register's low bits as a number: signed ones are shifted so that unsigned comparison orders them. */
static uint64_t number_of(const uint8_t *rows, const struct frame *f, const struct ptx_operand *o, unsigned lane, unsigned bytes,
			  bool sign)
{
	uint64_t v = 0;

	if (o->kind == PTX_O_REG)
		memcpy(&v, rows + row_at(f, o->reg) + (size_t)lane * reg_bytes(f, o->reg), reg_bytes(f, o->reg) < 8 ? 4 : 8);
	else
		v = o->bits;
	v &= UINT64_MAX >> (64 - 8 * bytes);
	return sign ? v ^ 1ull << (8 * bytes - 1) : v;
}

/*
 * Two contents may give the same comparison although others would not. Does the comparison depend on the bits that differ? They
 * could give each side any number from the one with none of them set to the one with all of them set.
 */
static bool is_open(const struct ptx_instr *src, uint64_t a, uint64_t ua, uint64_t b, uint64_t ub)
{
	switch (src->cmp) {
	case PTX_EQ: case PTX_NE: return !((a ^ b) & ~(ua | ub));
	case PTX_LT: case PTX_LO: case PTX_GE: case PTX_HS: return (a & ~ua) < (b | ub) && (a | ua) >= (b & ~ub);
	case PTX_LE: case PTX_LS: case PTX_GT: case PTX_HI: return (a & ~ua) <= (b | ub) && (a | ua) > (b & ~ub);
	default: return false;
	}
}

static bool is_float(enum ptx_type type)
{
	return type == PTX_F32 || type == PTX_F64;
}

static bool is_nan(uint64_t bits, unsigned bytes)
{
	return bytes == 4 ? (bits & INT32_MAX) > 0x7f800000 : (bits & INT64_MAX) > 0x7ff0000000000000;
}

/* No bit of the number is known, so it could be any number. */
static bool is_anything(uint64_t bits, uint64_t twin, unsigned bytes)
{
	return (bits ^ twin) == UINT64_MAX >> (64 - 8 * bytes);
}

void comparison_open(struct frame *f, const struct ptx_instr *src, uint32_t lanes)
{
	const struct ptx_operand *d = &src->ops[0], *a = &src->ops[1], *b = &src->ops[2];
	bool sign = src->type == PTX_S16 || src->type == PTX_S32 || src->type == PTX_S64;
	unsigned bytes = ptx_type_bytes(src->type);
	uint32_t open = 0, p, q;

	if (src->op != PTX_SETP || src->boolop || d->kind != PTX_O_REG || a->kind != PTX_O_REG ||
	    (b->kind != PTX_O_REG && b->kind != PTX_O_IMM) || src->type == PTX_F16 ||
	    src->type == PTX_F16X2 || src->type == PTX_BF16 || src->type == PTX_BF16X2 || bytes > 8)
		return;
	for each_lane(l, lanes) {
		uint64_t x = number_of(f->rows, f, a, l, bytes, sign), y = number_of(f->rows, f, b, l, bytes, sign);
		uint64_t xx = number_of(f->twin->rows, f, a, l, bytes, sign);
		uint64_t yy = number_of(f->twin->rows, f, b, l, bytes, sign);
		bool any = is_float(src->type) ? (is_anything(x, xx, bytes) && !is_nan(y, bytes)) ||
						 (is_anything(y, yy, bytes) && !is_nan(x, bytes))
					       : is_open(src, x, x ^ xx, y, y ^ yy);

		open |= (uint32_t)any << l;
	}
	memcpy(&p, f->rows + row_at(f, d->reg), sizeof(p));
	memcpy(&q, f->twin->rows + row_at(f, d->reg), sizeof(q));
	q = (q & ~open) | (~p & open);
	memcpy(f->twin->rows + row_at(f, d->reg), &q, sizeof(q));
}

bool is_float_arithmetic(const struct ptx_instr *src)
{
	if ((src->type != PTX_F32 && src->type != PTX_F64) || src->ops[0].kind != PTX_O_REG)
		return false;
	switch (src->op) {
	case PTX_ADD: case PTX_SUB: case PTX_MUL: case PTX_FMA: case PTX_MAD: case PTX_DIV: case PTX_RCP: case PTX_SQRT:
	case PTX_RSQRT:
	case PTX_EX2: case PTX_LG2: case PTX_SIN: case PTX_COS: case PTX_TANH: return true;
	default: return false;
	}
}

/*
 * Two contents may give equal sums: one may be too small to matter, the other so large that its reciprocal is. But a number
 * without a known bit could be NaN, and so could an arithmetic result of it: two NaN from different contents do not count as
 * equal.
 */
uint32_t arithmetic_lanes(const struct frame *f, const struct ptx_instr *src, uint32_t lanes)
{
	unsigned bytes = ptx_type_bytes(src->type);
	uint64_t all = UINT64_MAX >> (64 - 8 * bytes);
	uint32_t open = 0;

	for (int o = 1; o < src->nops; o++)
		for each_lane(l, src->ops[o].kind == PTX_O_REG ? lanes : 0) {
			uint64_t a = number_of(f->rows, f, &src->ops[o], l, bytes, false);
			uint64_t b = number_of(f->twin->rows, f, &src->ops[o], l, bytes, false);

			open |= (uint32_t)((a ^ b) == all || (a != b && (is_nan(a, bytes) || is_nan(b, bytes)))) << l;
		}
	return open;
}

/* If the registers are NaN already, makes the twin a number. */
void row_open(struct frame *f, const struct ptx_instr *src, unsigned lane)
{
	unsigned bytes = ptx_type_bytes(src->type);
	size_t at = row_at(f, src->ops[0].reg) + (size_t)lane * bytes;
	uint64_t nan = bytes == 4 ? INT32_MAX : INT64_MAX, is = 0;

	memcpy(&is, f->rows + at, bytes);
	if (is == nan)
		nan = 0;
	memcpy(f->twin->rows + at, &nan, bytes);
}

bool is_extreme(const struct ptx_instr *src)
{
	return (src->op == PTX_MIN || src->op == PTX_MAX) && src->ops[0].kind == PTX_O_REG && ptx_type_bytes(src->type) >= 4 &&
	       src->type != PTX_F16X2 && src->type != PTX_BF16X2;
}

/*
 * A maximum of a known number and of another that could be anything: both contents may be smaller than the known one, although
 * others would be larger.
 */
uint32_t extreme_lanes(const struct frame *f, const struct ptx_instr *src, uint32_t lanes)
{
	unsigned bytes = ptx_type_bytes(src->type);
	uint32_t open = 0;

	for (int o = 1; o < src->nops; o++)
		for each_lane(l, src->ops[o].kind == PTX_O_REG ? lanes : 0)
			open |= (uint32_t)is_anything(number_of(f->rows, f, &src->ops[o], l, bytes, false),
						      number_of(f->twin->rows, f, &src->ops[o], l, bytes, false), bytes) << l;
	return open;
}

/* The largest number of the type, or the smallest. */
static uint64_t bound_of(const struct ptx_instr *src, unsigned bytes)
{
	const uint64_t all = UINT64_MAX >> (64 - 8 * bytes), sign = 1ull << (8 * bytes - 1);
	const uint64_t infinity = bytes == 4 ? 0x7f800000 : 0x7ff0000000000000;
	const bool most = src->op == PTX_MAX;

	if (is_float(src->type))
		return most ? infinity : infinity | sign;
	if (src->type == PTX_S32 || src->type == PTX_S64)
		return most ? all ^ sign : sign;
	return most ? all : 0;
}

/* If the results are equal, the twin's is the most that it could be. */
void extreme_open(struct frame *f, const struct ptx_instr *src, unsigned lane)
{
	unsigned bytes = ptx_type_bytes(src->type);
	size_t at = row_at(f, src->ops[0].reg) + (size_t)lane * bytes;
	uint64_t bound = bound_of(src, bytes);

	if (!memcmp(f->rows + at, f->twin->rows + at, bytes))
		memcpy(f->twin->rows + at, &bound, bytes);
}
