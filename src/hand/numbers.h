/*
 * numbers.h - the number types on the command line of `warpbook vm run`: how to read, convert
 * and print their values. A value is stored as its bytes on the device.
 */
#ifndef WARPBOOK_HAND_NUMBERS_H
#define WARPBOOK_HAND_NUMBERS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

enum number_kind { NUMBER_SIGNED, NUMBER_UNSIGNED, NUMBER_FLOAT };

#define NUMBER_MAX_BYTES 8

struct number_row {
	const char *name;      /* "f32" */
	enum number_kind kind;
	unsigned bytes;
	const char *cpp[4];    /* the C++ types with this representation, the usual one first */
	double (*number)(const uint8_t *bytes); /* floats narrower than double; otherwise NULL */
	void (*store)(double number, uint8_t *bytes);
};
extern const struct number_row number_rows[];
extern const size_t number_nrows;

/* Finds a type by its own name or by a C++ name; NULL if there is none. */
const struct number_row *number_find(const char *name, size_t len);
/* "f32, f64, i32 ..." */
void number_list_names(struct buf *out);

/* -1 if the text is not a number of that type, or does not fit. */
int number_read(const struct number_row *t, const char *text, size_t len, uint8_t *out);
/* A number rounded to the type; integers wrap. */
void number_store(const struct number_row *t, double number, uint8_t *out);
void number_print(const struct number_row *t, const uint8_t *bytes, struct buf *out);
/* NaN and infinities become text, because JSON has no numbers for them. */
json_t *number_json(const struct number_row *t, const uint8_t *bytes);

#endif
