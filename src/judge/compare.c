/*
 * compare.c - compares element by element, by the rule in judge.h.
 *
 * All arithmetic on values is in double. That is exact for every type except the two 64-bit integers, which are
 * compared only by their bits.
 *
 * Distance in ulp: the bits of a finite number, read as sign and magnitude, count
 * the representable numbers from zero; the distance is the difference of two counts.
 */
#include "config.h"

#include "judge/judge.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

#define POISON_FLOAT  UINT32_C(0x7FD0BAD1)
#define POISON_DOUBLE UINT64_C(0x7FFD0BAD00BAD001)

static bool is_floating(enum value_type type)
{
	return type == VALUE_FLOAT || type == VALUE_DOUBLE;
}

void judge_poison(enum value_type type, uint8_t *bytes, uint64_t count)
{
	unsigned size = value_type_bytes(type);
	struct rng numbers;

	rng_init(&numbers, 0x706F69736F6E);
	for (uint64_t i = 0; i < count; i++) {
		uint64_t bits = type == VALUE_FLOAT ? POISON_FLOAT : type == VALUE_DOUBLE ? POISON_DOUBLE
										  : rng_next(&numbers);

		memcpy(bytes + i * size, &bits, size);
	}
}

static int64_t load_signed(const uint8_t *p, unsigned size)
{
	int64_t x;
	int32_t x4;
	int16_t x2;

	switch (size) {
	case 1:
		return (int8_t)*p;
	case 2:
		memcpy(&x2, p, sizeof x2);
		return x2;
	case 4:
		memcpy(&x4, p, sizeof x4);
		return x4;
	default:
		memcpy(&x, p, sizeof x);
		return x;
	}
}

static uint64_t load_unsigned(const uint8_t *p, unsigned size)
{
	uint64_t mask = size < 8 ? (UINT64_C(1) << (8 * size)) - 1 : UINT64_MAX;

	return (uint64_t)load_signed(p, size) & mask;
}

static bool is_unsigned(enum value_type type)
{
	return type == VALUE_UINT || type == VALUE_UCHAR || type == VALUE_USHORT || type == VALUE_ULONGLONG;
}

double judge_value(enum value_type type, const uint8_t *bytes, uint64_t i)
{
	unsigned size = value_type_bytes(type);
	const uint8_t *p = bytes + i * size;
	double d;
	float f;

	if (type == VALUE_FLOAT) {
		memcpy(&f, p, sizeof f);
		return f;
	}
	if (type == VALUE_DOUBLE) {
		memcpy(&d, p, sizeof d);
		return d;
	}
	return is_unsigned(type) ? (double)load_unsigned(p, size) : (double)load_signed(p, size);
}

static bool reads_back(enum value_type type, const char *text, double value)
{
	return type == VALUE_FLOAT ? (double)strtof(text, NULL) == value : strtod(text, NULL) == value;
}

void judge_value_text(enum value_type type, const uint8_t *element, char *out, size_t size)
{
	unsigned bytes = value_type_bytes(type);
	int digits = type == VALUE_FLOAT ? 6 : 15, most = type == VALUE_FLOAT ? 9 : 17;
	double value;

	if (!is_floating(type)) {
		if (is_unsigned(type))
			snprintf(out, size, "%" PRIu64, load_unsigned(element, bytes));
		else
			snprintf(out, size, "%" PRId64, load_signed(element, bytes));
		return;
	}
	value = judge_value(type, element, 0);
	if (isnan(value)) {
		snprintf(out, size, "NaN");
		return;
	}
	/* As few digits as distinguish it from its neighbours. */
	do
		snprintf(out, size, "%.*g", digits, value);
	while (digits++ < most && !reads_back(type, out, value));
}

/* The position of a finite number among the representable ones; zero is 0. */
static int64_t rank_of(enum value_type type, const uint8_t *p)
{
	unsigned size = value_type_bytes(type);
	uint64_t bits = load_unsigned(p, size), sign = UINT64_C(1) << (8 * size - 1);
	int64_t magnitude = (int64_t)(bits & ~sign);

	return bits & sign ? -magnitude : magnitude;
}

static bool within(enum value_type type, const uint8_t *got, const uint8_t *expected, const struct tolerance *tol)
{
	double g = judge_value(type, got, 0), e = judge_value(type, expected, 0);
	int64_t a, b;

	if (isnan(g) || isnan(e))
		return isnan(g) && isnan(e);
	if (g == e)
		return true;
	if (isinf(g) || isinf(e))
		return false;
	a = rank_of(type, got);
	b = rank_of(type, expected);
	/* Each rank is below 2^63, so their difference fits in 64 bits without a sign. */
	if ((a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a) <= tol->ulp)
		return true;
	return fabs(g - e) <= tol->absolute + tol->relative * fabs(e);
}

/* True for the poison of a float; an integer's poison looks like a number. */
static bool is_poison(enum value_type type, const uint8_t *p)
{
	return is_floating(type) &&
	       load_unsigned(p, value_type_bytes(type)) == (type == VALUE_FLOAT ? POISON_FLOAT : POISON_DOUBLE);
}

bool judge_same(enum value_type type, const uint8_t *a, const uint8_t *b, uint64_t i, const struct tolerance *tol)
{
	unsigned size = value_type_bytes(type);

	a += i * size;
	b += i * size;
	if (memcmp(a, b, size) == 0)
		return true;
	return is_floating(type) && !is_poison(type, a) && within(type, a, b, tol);
}

/* "out[3]"; with a shape "img[2][5]", slowest dimension first; without any, a value that is not in an array. */
static const char *element_name(const char *label, const struct case_arg *shape, uint64_t i, struct arena *arena)
{
	uint64_t columns = shape->shape[1], planes = shape->shape[2];

	if (!shape->shape[0] && shape->count == 1)
		return label;
	if (!columns)
		return arena_printf(arena, "%s[%" PRIu64 "]", label, i);
	if (!planes)
		return arena_printf(arena, "%s[%" PRIu64 "][%" PRIu64 "]", label, i / columns, i % columns);
	return arena_printf(arena, "%s[%" PRIu64 "][%" PRIu64 "][%" PRIu64 "]", label, i / planes / columns,
			    i / planes % columns, i % planes);
}
/*
 * Whether those wrong elements that equal the poison were computed so: one in 256 bytes is by chance. If all wrong ones equal it,
 * it is no chance.
 */
static bool poison_by_chance(const struct mismatch *m, unsigned size)
{
	return size < 4 && m->unwritten < m->count && m->unwritten <= 2 + (m->count >> (8 * size - 3));
}

int judge_compare(enum value_type type, const uint8_t *got, const uint8_t *expected, const struct case_arg *shape,
		  const char *label, const struct tolerance *tol, struct arena *arena, struct mismatch *m)
{
	unsigned size = value_type_bytes(type);

	memset(m, 0, sizeof *m);
	for (uint64_t i = 0; i < shape->count; i++) {
		bool untouched;

		if (judge_same(type, got, expected, i, tol))
			continue;
		untouched = shape->bytes && memcmp(got + i * size, shape->bytes + i * size, size) == 0;
		m->unwritten += untouched;
		if (m->count++)
			continue;
		m->any = true;
		m->first = i;
		m->first_unwritten = untouched;
	}
	if (!m->any)
		return 0;
	if (poison_by_chance(m, size)) {
		m->unwritten = 0;
		m->first_unwritten = false;
	}
	judge_value_text(type, got + m->first * size, m->got, sizeof m->got);
	judge_value_text(type, expected + m->first * size, m->expected, sizeof m->expected);
	m->where = element_name(label, shape, m->first, arena);
	return m->where ? 0 : -1;
}
