/*
 * exec_narrow.c - arithmetic, comparison and conversion of half precision, bfloat16, tf32 and the formats of 8, 6 and 4 bits,
 * lane by lane and half by half, for operations without a row in alu.def: this code handles all modifiers.
 */
#include "config.h"

#include "simt/exec/rows.h"
#include "simt/exec/warp.h"
#include "simt/narrow.h"

/* The smallest normal value of a half format. */
static double smallest_normal(enum ptx_type t)
{
	return t == PTX_F16 ? 0x1p-14 : 0x1p-126;
}

static double flushed(const struct ptx_instr *src, enum ptx_type t, double v)
{
	return src->ftz && fabs(v) < smallest_normal(t) ? copysign(0, v) : v;
}

static double limited(const struct ptx_instr *src, double v)
{
	if (src->sat)
		return v > 0 ? v < 1 ? v : 1 : 0;
	return src->relu && v <= 0 ? 0 : v;
}

static double min_max(const struct ptx_instr *src, double a, double b)
{
	bool negative = signbit(a) != signbit(b), less;

	if (src->nan && (a != a || b != b))
		return NAN;
	if (src->xorsign) {
		a = fabs(a);
		b = fabs(b);
	}
	if (a != a || b != b)
		a = a != a ? b : a;
	else {
		less = a < b || (a == b && signbit(a));
		a = less == (src->op == PTX_MIN) ? a : b;
	}
	return src->xorsign ? copysign(a, negative ? -1 : 1) : a;
}

static uint32_t half_apply(const struct ptx_instr *src, enum ptx_type t, const uint32_t bits[3])
{
	double a = flushed(src, t, narrow_to(t, bits[0])), b = flushed(src, t, narrow_to(t, bits[1]));
	double c = flushed(src, t, narrow_to(t, bits[2])), v = a;

	switch (src->op) {
	case PTX_ADD: v = add_odd(a, b); break;
	case PTX_SUB: v = add_odd(a, -b); break;
	case PTX_MUL: v = a * b; break;
	case PTX_FMA: v = add_odd(a * b, c); break;
	case PTX_MIN: case PTX_MAX: v = min_max(src, a, b); break;
	case PTX_EX2: v = exp2(a); break;
	case PTX_TANH: v = tanh(a); break;
	case PTX_NEG: v = -a; break;
	case PTX_ABS: v = fabs(a); break;
	default: break;
	}
	/* Flushed: everything that, with 11 bits of any exponent, is still below the smallest normal number. */
	if (src->ftz && fabs(v) < smallest_normal(t) * (1 - 0x1p-12))
		v = copysign(0, v);
	return narrow_from(t, limited(src, v), PTX_RN, false);
}

static bool half_compare(const struct ptx_instr *src, enum ptx_type t, uint32_t x, uint32_t y)
{
	double a = flushed(src, t, narrow_to(t, x)), b = flushed(src, t, narrow_to(t, y));
	bool unordered = a != a || b != b;

	switch (src->cmp) {
	case PTX_EQ: return a == b;
	case PTX_NE: return !unordered && a != b;
	case PTX_LT: return a < b;
	case PTX_LE: return a <= b;
	case PTX_GT: return a > b;
	case PTX_GE: return a >= b;
	case PTX_EQU: return unordered || a == b;
	case PTX_NEU: return a != b;
	case PTX_LTU: return unordered || a < b;
	case PTX_LEU: return unordered || a <= b;
	case PTX_GTU: return unordered || a > b;
	case PTX_GEU: return unordered || a >= b;
	case PTX_NUM: return !unordered;
	default: return unordered;
	}
}

void exec_NARROW(struct warp *w, const struct insn *i)
{
	const struct ptx_instr *src = i->src;
	const enum ptx_type t = narrow_element(src->type);
	const union row *a = ref_at(w, i->a), *b = i->b == NO_REF ? a : ref_at(w, i->b);
	const union row *c = i->c == NO_REF ? a : ref_at(w, i->c);
	union row *d = ref_at(w, i->d);

	for each_lane(l, w->mask) {
		uint32_t bits[3] = { a->u32[l] & 0xffff, b->u32[l] & 0xffff, c->u32[l] & 0xffff }, r;

		r = half_apply(src, t, bits);
		if (t != src->type) {
			uint32_t high[3] = { a->u32[l] >> 16, b->u32[l] >> 16, c->u32[l] >> 16 };

			r |= half_apply(src, t, high) << 16;
		}
		d->u32[l] = r;
	}
}

/* setp of halves: of a pair the low one decides the first predicate, the high one the second. */
void exec_NARROW_SETP(struct warp *w, const struct insn *i)
{
	const struct ptx_instr *src = i->src;
	const enum ptx_type t = narrow_element(src->type);
	const union row *a = ref_at(w, i->a), *b = ref_at(w, i->b);
	uint32_t with = i->c == NO_REF ? 0 : *pred_at(w, i->c) ^ (i->flags & NEGATE_C ? UINT32_MAX : 0);
	uint32_t results[2] = { 0, 0 };

	for each_lane(l, w->mask) {
		results[0] |= (uint32_t)half_compare(src, t, a->u32[l] & 0xffff, b->u32[l] & 0xffff) << l;
		results[1] |= (uint32_t)half_compare(src, t, a->u32[l] >> 16, b->u32[l] >> 16) << l;
	}
	for (int k = 0; k < 2; k++)
		switch (src->boolop) {
		case PTX_BOOL_AND: results[k] &= with; break;
		case PTX_BOOL_OR: results[k] |= with; break;
		case PTX_BOOL_XOR: results[k] ^= with; break;
		default: break;
		}
	if (i->d != NO_REF)
		pred_write(w, i->d, results[0]);
	if (i->e != NO_REF)
		pred_write(w, i->e, results[1]);
}

/* set of halves: all bits, or 1.0, for each half (or for the whole register of a single one). */
void exec_NARROW_SET(struct warp *w, const struct insn *i)
{
	const struct ptx_instr *src = i->src;
	const enum ptx_type t = narrow_element(src->stype), to = narrow_element(src->type);
	const bool two = t != src->stype;
	const uint32_t one = to == PTX_F16 ? 0x3c00 : to == PTX_BF16 ? 0x3f80
			   : two || ptx_type_bytes(to) == 2 ? 0xffff : UINT32_MAX;
	const union row *a = ref_at(w, i->a), *b = ref_at(w, i->b);
	union row *d = ref_at(w, i->d);

	for each_lane(l, w->mask) {
		uint32_t r = half_compare(src, t, a->u32[l] & 0xffff, b->u32[l] & 0xffff) ? one : 0;

		if (two && half_compare(src, t, a->u32[l] >> 16, b->u32[l] >> 16))
			r |= one << 16;
		d->u32[l] = r;
	}
}

/* ---- conversions ------------------------------------------------------------- */

static double cvt_source(const struct ptx_instr *src, const union row *a, unsigned l)
{
	int64_t v;

	switch (src->stype) {
	case PTX_U8: return (uint8_t)a->u32[l];
	case PTX_S8: return (int8_t)a->u32[l];
	case PTX_U16: return (uint16_t)a->u32[l];
	case PTX_S16: return (int16_t)a->u32[l];
	case PTX_U32: return a->u32[l];
	case PTX_S32: return a->s32[l];
	case PTX_U64: return integer_odd(a->u64[l], false);
	case PTX_S64:
		v = a->s64[l];
		return integer_odd(v < 0 ? -(uint64_t)v : (uint64_t)v, v < 0);
	case PTX_F64: return a->f64[l];
	/* In a conversion to f16, whose range ends far above the subnormals of f32, .ftz has no effect. */
	case PTX_F32: return src->ftz && src->type != PTX_F16 ? flush32(a->f32[l]) : a->f32[l];
	default: return narrow_to(narrow_element(src->stype), a->u32[l] & 0xffff);
	}
}

/* Rounded to an integral value of the same format. */
static double integral(enum ptx_round r, double v)
{
	switch (r) {
	case PTX_RNI: return nearbyint(v);
	case PTX_RZI: return trunc(v);
	case PTX_RMI: return floor(v);
	case PTX_RPI: return ceil(v);
	default: return v;
	}
}

static uint32_t cvt_one(const struct ptx_instr *src, double v)
{
	return narrow_from(narrow_element(src->type), limited(src, integral(src->round, v)), src->round,
			   src->satfinite);
}

/* A double's NaN keeps its sign and as much of its payload as fits. */
static uint32_t nan_from(const struct ptx_instr *src, double v)
{
	uint64_t bits;

	memcpy(&bits, &v, sizeof(bits));
	return (uint32_t)(bits >> 48 & 0x8000) | (src->type == PTX_F16 ? 0x7e00 | (uint32_t)(bits >> 42 & 0x1ff)
									: 0x7fc0 | (uint32_t)(bits >> 45 & 0x3f));
}

/*
 * Rounding to tf32 away from zero adds half and truncates, even a NaN; with .satfinite every result with the exponent
 * of infinity then goes one step back.
 */
static uint32_t tf32_away(const struct ptx_instr *src, uint32_t x)
{
	uint32_t r = x & 0x7fffffff;

	if (r < 0x7f800000)
		r += 0x1000;
	r &= ~0x1fffu;
	if (src->satfinite && r >= 0x7f800000)
		r -= 0x2000;
	return (x & 0x80000000) | r;
}

/* Two f32 sources become a pair, the first of them its upper element; a pair becomes a pair. */
void exec_NARROW_CVT(struct warp *w, const struct insn *i)
{
	const struct ptx_instr *src = i->src;
	const union row *a = ref_at(w, i->a), *b = i->b == NO_REF ? NULL : ref_at(w, i->b);
	const unsigned from = narrow_step(src->stype), to = narrow_step(src->type);
	const enum ptx_type element = narrow_element(src->stype);
	union row *d = ref_at(w, i->d);

	for each_lane(l, w->mask) {
		uint32_t x = a->u32[l];

		if (b)
			x = cvt_one(src, cvt_source(src, a, l)) << to | cvt_one(src, cvt_source(src, b, l));
		else if (to)
			x = cvt_one(src, narrow_to(element, x >> from)) << to | cvt_one(src, narrow_to(element, x));
		else if (src->type == PTX_TF32)
			x = src->round == PTX_RNA ? tf32_away(src, x) : cvt_one(src, cvt_source(src, a, l)) << 13;
		else if (src->stype == PTX_F64 && a->f64[l] != a->f64[l] && !src->sat)
			x = nan_from(src, a->f64[l]);
		else
			x = cvt_one(src, cvt_source(src, a, l));
		d->u32[l] = x;
	}
}
