/*
 * csv.h - tables in the form that learning platforms write: RFC 4180, with or without a byte order mark, CR or
 * quotes.
 */
#ifndef WARPBOOK_GRADE_IN_CSV_H
#define WARPBOOK_GRADE_IN_CSV_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"

struct csv_row { const char **cells; size_t n; int line; };

struct csv {
	struct csv_row *rows; size_t n; /* without empty lines; the first row is the header */
	char separator;                 /* , or ; or a tab: the most frequent in the header */
	bool mark;                      /* the file began with a byte order mark */
	bool torn;                      /* it ends within a row: without a line break, and with too few cells */
};

/* Reads a file, at most 16 MiB. Everything is in the arena. Errors name the line. */
int csv_read(const char *path, struct arena *arena, struct csv *out, struct error *err);
int csv_parse(const char *name, const char *text, size_t len, struct arena *arena, struct csv *out, struct error *err);

/* The same for a table on which grades depend: a torn one is an error. */
int csv_read_whole(const char *path, struct arena *arena, struct csv *out, struct error *err);

/* The column with that header, ignoring case; -1: none. */
int csv_column(const struct csv *c, const char *head);
/* The first of these headers, up to NULL, that there is. */
int csv_column_of(const struct csv *c, const char *const *heads);
/* "" past the row's end. */
const char *csv_cell(const struct csv_row *row, int column);

/* Writes a cell unchanged, with quotes if it needs them. */
void csv_put(struct buf *out, const char *text, char separator);
/* For foreign text: puts an apostrophe before a text that a spreadsheet might interpret as a formula (= + - @ and more). */
void csv_put_text(struct buf *out, const char *text, char separator);
/* Without trailing zeros: 7.5 */
void csv_put_number(struct buf *out, double number);

#endif
