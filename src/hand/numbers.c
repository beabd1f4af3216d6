/* numbers.c - see numbers.h. */
#include "config.h"

#include "hand/numbers.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "simt/ieee.h"

#define TEXT_MAX 64

static double half_number(const uint8_t *bytes)
{
	uint16_t h;

	memcpy(&h, bytes, sizeof h);
	return (double)half_to(h);
}

static void half_store(double number, uint8_t *bytes)
{
	uint16_t h = half_from(number);

	memcpy(bytes, &h, sizeof h);
}

static double bfloat_number(const uint8_t *bytes)
{
	uint16_t h;
	uint32_t bits;
	float f;

	memcpy(&h, bytes, sizeof h);
	bits = (uint32_t)h << 16;
	memcpy(&f, &bits, sizeof f);
	return (double)f;
}

/* Rounds to nearest even; the step through float is exact for the numbers that people type. */
static void bfloat_store(double number, uint8_t *bytes)
{
	float f = (float)number;
	uint32_t bits;
	uint16_t h;

	memcpy(&bits, &f, sizeof bits);
	if (f == f)
		bits += 0x7fff + (bits >> 16 & 1);
	h = (uint16_t)(bits >> 16);
	memcpy(bytes, &h, sizeof h);
}

static double float_number(const uint8_t *bytes)
{
	float f;

	memcpy(&f, bytes, sizeof f);
	return (double)f;
}

static void float_store(double number, uint8_t *bytes)
{
	float f = (float)number;

	memcpy(bytes, &f, sizeof f);
}

static double double_number(const uint8_t *bytes)
{
	double d;

	memcpy(&d, bytes, sizeof d);
	return d;
}

static void double_store(double number, uint8_t *bytes)
{
	memcpy(bytes, &number, sizeof number);
}

const struct number_row number_rows[] = {
	{ "f32", NUMBER_FLOAT, 4, { "float" }, float_number, float_store },
	{ "f64", NUMBER_FLOAT, 8, { "double" }, double_number, double_store },
	{ "f16", NUMBER_FLOAT, 2, { "__half", "half", "_Float16" }, half_number, half_store },
	{ "bf16", NUMBER_FLOAT, 2, { "__nv_bfloat16", "__bf16" }, bfloat_number, bfloat_store },
	{ "i8", NUMBER_SIGNED, 1, { "char", "signed char", "s8" }, NULL, NULL },
	{ "i16", NUMBER_SIGNED, 2, { "short", "s16" }, NULL, NULL },
	{ "i32", NUMBER_SIGNED, 4, { "int", "s32" }, NULL, NULL },
	{ "i64", NUMBER_SIGNED, 8, { "long", "long long", "s64" }, NULL, NULL },
	{ "u8", NUMBER_UNSIGNED, 1, { "unsigned char", "bool" }, NULL, NULL },
	{ "u16", NUMBER_UNSIGNED, 2, { "unsigned short" }, NULL, NULL },
	{ "u32", NUMBER_UNSIGNED, 4, { "unsigned int", "unsigned" }, NULL, NULL },
	{ "u64", NUMBER_UNSIGNED, 8, { "unsigned long", "unsigned long long" }, NULL, NULL },
};
const size_t number_nrows = sizeof number_rows / sizeof *number_rows;

const struct number_row *number_find(const char *name, size_t len)
{
	for (size_t i = 0; i < number_nrows; i++) {
		const struct number_row *t = &number_rows[i];

		if (strlen(t->name) == len && !memcmp(t->name, name, len))
			return t;
		for (size_t k = 0; k < sizeof t->cpp / sizeof *t->cpp && t->cpp[k]; k++)
			if (strlen(t->cpp[k]) == len && !memcmp(t->cpp[k], name, len))
				return t;
	}
	return NULL;
}

void number_list_names(struct buf *out)
{
	for (size_t i = 0; i < number_nrows; i++)
		buf_printf(out, "%s%s", i ? " " : "", number_rows[i].name);
}

static void integer_store(const struct number_row *t, uint64_t v, uint8_t *out)
{
	for (unsigned k = 0; k < t->bytes; k++)
		out[k] = (uint8_t)(v >> 8 * k);
}

static uint64_t integer_number(const struct number_row *t, const uint8_t *bytes)
{
	uint64_t v = 0;
	unsigned unused = 64 - 8 * t->bytes;

	for (unsigned k = 0; k < t->bytes; k++)
		v |= (uint64_t)bytes[k] << 8 * k;
	return t->kind == NUMBER_SIGNED ? (uint64_t)((int64_t)(v << unused) >> unused) : v;
}

static int integer_read(const struct number_row *t, const char *text, uint8_t *out)
{
	bool negative = *text == '-';
	uint64_t most = UINT64_MAX >> (64 - 8 * t->bytes), v;
	char *end;

	if (!strcmp(text, "true") || !strcmp(text, "false")) {
		integer_store(t, *text == 't', out);
		return 0;
	}
	text += negative;
	errno = 0;
	v = isdigit((unsigned char)*text) ? strtoull(text, &end, 0) : 0;
	if (!isdigit((unsigned char)*text) || errno || *end || v > most)
		return -1;
	if (negative && (t->kind == NUMBER_UNSIGNED || v > most / 2 + 1))
		return -1;
	/* Hexadecimal digits give the bits: 0xffffffff fits an i32 too. */
	if (!negative && t->kind == NUMBER_SIGNED && v > most / 2 && tolower((unsigned char)text[1]) != 'x')
		return -1;
	integer_store(t, negative ? 0 - v : v, out);
	return 0;
}

int number_read(const struct number_row *t, const char *text, size_t len, uint8_t *out)
{
	char copy[TEXT_MAX], *end;
	double number;

	if (len == 0 || len >= sizeof copy)
		return -1;
	memcpy(copy, text, len);
	copy[len] = '\0';
	if (t->kind != NUMBER_FLOAT)
		return integer_read(t, copy, out);
	if (isspace((unsigned char)copy[0]))
		return -1;
	number = strtod(copy, &end);
	if (end == copy || (*end && strcmp(end, "f")))
		return -1;
	t->store(number, out);
	return 0;
}

void number_store(const struct number_row *t, double number, uint8_t *out)
{
	if (t->kind == NUMBER_FLOAT)
		t->store(number, out);
	else
		integer_store(t, (uint64_t)(int64_t)number, out);
}

void number_print(const struct number_row *t, const uint8_t *bytes, struct buf *out)
{
	if (t->kind == NUMBER_FLOAT)
		buf_printf(out, "%.*g", t->bytes == 8 ? 17 : t->bytes == 4 ? 9 : 5, t->number(bytes));
	else if (t->kind == NUMBER_SIGNED)
		buf_printf(out, "%" PRId64, (int64_t)integer_number(t, bytes));
	else
		buf_printf(out, "%" PRIu64, integer_number(t, bytes));
}

json_t *number_json(const struct number_row *t, const uint8_t *bytes)
{
	double d;

	if (t->kind != NUMBER_FLOAT)
		return json_integer((json_int_t)integer_number(t, bytes));
	d = t->number(bytes);
	return isfinite(d) ? json_real(d) : json_string(isnan(d) ? "nan" : d > 0 ? "inf" : "-inf");
}
