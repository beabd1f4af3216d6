/*
 * csv.h - tables as learning platforms write them: RFC 4180, with or without a byte order mark, CR or quotes.
 */
#ifndef WARPBOOK_GRADE_CSV_H
#define WARPBOOK_GRADE_CSV_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"

struct csv_row { const char **cells; size_t n; int line; };

struct csv {
	struct csv_row *rows; size_t n; /* empty lines are left out; the first row is the head */
	char separator;                 /* , or ; or a tab: what the head has most of */
	bool mark;                      /* it began with a byte order mark */
};

/* Reads a file, at most 16 MiB. All in the arena. Errors name the line. */
int csv_read(const char *path, struct arena *arena, struct csv *out, struct error *err);
int csv_parse(const char *name, const char *text, size_t len, struct arena *arena, struct csv *out, struct error *err);

/* The column of that head, whatever its letters' case; -1: there is none. */
int csv_column(const struct csv *c, const char *head);
/* "" past the row's end. */
const char *csv_cell(const struct csv_row *row, int column);

/* A cell as it is, with quotes where it needs them. */
void csv_put(struct buf *out, const char *text, char separator);
/* A text that a spreadsheet might take for a formula (= + - @ and more) gets an apostrophe before it: for foreign words. */
void csv_put_text(struct buf *out, const char *text, char separator);
/* Without useless zeros: 7.5 */
void csv_put_number(struct buf *out, double number);

#endif
