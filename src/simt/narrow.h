/*
 * narrow.h - floating-point formats of less than 32 bits, in software: converts any of them to double, exactly, and
 * back in every rounding mode.
 *
 * Intermediate results are doubles, either exact or rounded to odd
 * (the last bit set when bits were lost), so that the rounding to the
 * narrow format is the only one: Boldo and Melquiond, "When double rounding is
 * odd" (2005). 53 bits are more than twice 11 and two.
 */
#ifndef WARPBOOK_SIMT_NARROW_H
#define WARPBOOK_SIMT_NARROW_H

#include <math.h>

#include "ptx/ir.h"
#include "simt/ieee.h"

/* The element type of a two-in-one type; another type is its own. */
static inline enum ptx_type narrow_element(enum ptx_type t)
{
	switch (t) {
	case PTX_F16X2: return PTX_F16;
	case PTX_BF16X2: return PTX_BF16;
	default: return t;
	}
}

static inline bool narrow_is(enum ptx_type t)
{
	switch (t) {
	case PTX_F16: case PTX_F16X2: case PTX_BF16: case PTX_BF16X2:
	case PTX_TF32: case PTX_E4M3X2: case PTX_E5M2X2:
	case PTX_E2M1X2: case PTX_E2M3X2: case PTX_E3M2X2: case PTX_UE8M0X2:
		return true;
	default:
		return false;
	}
}

/* The bits from one element of a two-in-one type to the next; another type: 0. Of six bits each has a byte. */
static inline unsigned narrow_step(enum ptx_type t)
{
	switch (t) {
	case PTX_F16X2: case PTX_BF16X2: return 16;
	case PTX_E4M3X2: case PTX_E5M2X2: case PTX_E2M3X2: case PTX_E3M2X2: case PTX_UE8M0X2: return 8;
	case PTX_E2M1X2: return 4;
	default: return 0;
	}
}

/*
 * Bits of the exponent and of the fraction; the bits of the largest finite value; what a NaN becomes: the bits of the
 * one NaN, or in formats of 4 and 6 bits, which have neither NaN nor infinity, of the largest value.
 */
struct narrow_format { int exponent, fraction; uint32_t largest, nan; };

static inline struct narrow_format narrow_format(enum ptx_type t)
{
	switch (t) {
	case PTX_F16: return (struct narrow_format){ 5, 10, 0x7bff, 0x7fff };
	case PTX_BF16: return (struct narrow_format){ 8, 7, 0x7f7f, 0x7fff };
	case PTX_E4M3X2: return (struct narrow_format){ 4, 3, 0x7e, 0x7f };
	case PTX_E5M2X2: return (struct narrow_format){ 5, 2, 0x7b, 0x7f };
	case PTX_E2M1X2: return (struct narrow_format){ 2, 1, 7, 7 };
	case PTX_E2M3X2: return (struct narrow_format){ 2, 3, 0x1f, 0x1f };
	case PTX_E3M2X2: return (struct narrow_format){ 3, 2, 0x1f, 0x1f };
	default: return (struct narrow_format){ 8, 10, 0x3fbff, 0x3ffff };
	}
}

/* ue8m0 is the scale of a block: a power of two from 2^-127 on, without sign and zero; its last code is the NaN. */
#define UE8M0_NAN 0xff

static inline uint32_t scale_from(double v, enum ptx_round r, bool finite)
{
	int exponent;
	double fraction = frexp(fabs(v), &exponent);

	if (v != v)
		return UE8M0_NAN;
	if (isinf(v))
		exponent = 129;
	else if (fabs(v) <= 0x1p-127)
		exponent = -126;
	else
		exponent += r == PTX_RP && fraction > 0.5;
	return (uint32_t)(exponent > 128 ? UE8M0_NAN - finite : exponent + 126);
}

static inline double narrow_to(enum ptx_type t, uint32_t bits)
{
	const struct narrow_format f = narrow_format(t);
	const int bias = (1 << (f.exponent - 1)) - 1;
	uint32_t sign = bits >> (f.exponent + f.fraction) & 1, magnitude = bits & ((1u << (f.exponent + f.fraction)) - 1);
	int exponent = (int)(magnitude >> f.fraction), fraction = (int)(magnitude & ((1u << f.fraction) - 1));
	double v;

	if (t == PTX_UE8M0X2)
		return (bits & 0xff) == UE8M0_NAN ? NAN : ldexp(1, (int)(bits & 0xff) - 127);
	if (magnitude > f.largest)
		v = t != PTX_E4M3X2 && !fraction ? INFINITY : NAN;
	else if (exponent)
		v = ldexp(fraction + (1 << f.fraction), exponent - bias - f.fraction);
	else
		v = ldexp(fraction, 1 - bias - f.fraction);
	return sign ? -v : v;
}

static inline bool narrow_rounds_up(enum ptx_round r, bool negative, bool odd, uint64_t rest, uint64_t half)
{
	switch (r) {
	case PTX_RZ: return false;
	case PTX_RM: return negative && rest;
	case PTX_RP: return !negative && rest;
	case PTX_RNA: return rest >= half;
	default: return rest > half || (rest == half && odd);
	}
}

/* The bits of v in format t; `finite`: values that are too large become the largest. */
static inline uint32_t narrow_from(enum ptx_type t, double v, enum ptx_round r, bool finite)
{
	const struct narrow_format f = narrow_format(t);
	const int lowest = 2 - (1 << (f.exponent - 1));
	const uint32_t sign = signbit(v) ? 1u << (f.exponent + f.fraction) : 0;
	uint64_t bits, rest, half;
	uint32_t magnitude;
	int exponent, drop;

	if (t == PTX_UE8M0X2)
		return scale_from(v, r, finite);
	if (v != v)
		return f.nan;
	if (v == 0)
		return sign;
	if (isinf(v))
		return sign | (finite || t == PTX_E4M3X2 ? f.largest : f.largest + 1);
	bits = (uint64_t)ldexp(fabs(frexp(v, &exponent)), 53);
	exponent--;
	drop = 52 - f.fraction + (exponent < lowest ? lowest - exponent : 0);
	if (drop > 60)
		drop = 60;
	rest = bits & ((1ull << drop) - 1);
	half = 1ull << (drop - 1);
	bits >>= drop;
	bits += narrow_rounds_up(r, sign != 0, bits & 1, rest, half);
	if (exponent > lowest + (1 << f.exponent))
		exponent = lowest + (1 << f.exponent);
	magnitude = (uint32_t)(exponent >= lowest ? bits + ((uint64_t)(exponent - lowest) << f.fraction) : bits);
	if (magnitude <= f.largest)
		return sign | magnitude;
	if (finite || r == PTX_RZ || (r == PTX_RM && !sign) || (r == PTX_RP && sign))
		return sign | f.largest;
	return sign | (f.largest + 1);
}

/* x + y rounded to odd. */
static inline double add_odd(double x, double y)
{
	double sum = x + y, part = sum - x;
	double error = (x - (sum - part)) + (y - part);
	uint64_t bits;

	if (error != 0 && error == error && !isinf(sum)) {
		memcpy(&bits, &sum, sizeof(bits));
		if (!(bits & 1))
			bits += (error > 0) == (sum > 0) ? 1 : -1ull;
		memcpy(&sum, &bits, sizeof(sum));
	}
	return sum;
}

/* The bits of x + y, both in format t. */
static inline uint32_t narrow_add(enum ptx_type t, uint32_t x, uint32_t y)
{
	return narrow_from(t, add_odd(narrow_to(t, x), narrow_to(t, y)), PTX_RN, false);
}

/* A 64-bit integer rounded to odd. */
static inline double integer_odd(uint64_t magnitude, bool negative)
{
	double v;

	if (magnitude >> 53)
		magnitude = (magnitude & ~0x7ffull) | ((magnitude & 0x7ff) != 0) << 11;
	v = (double)magnitude;
	return negative ? -v : v;
}

#endif
