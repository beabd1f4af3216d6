/*
 * columns.h - the columns of a profile's tables, and how their figures are written: for exercises (session/profile.h) and for
 * programs (profile/program.h) alike.
 */
#ifndef WARPBOOK_PROFILE_COLUMNS_H
#define WARPBOOK_PROFILE_COLUMNS_H

#include <stdbool.h>

#include "base/buf.h"
#include "simt/simt.h"

#define SOURCE_LEAST 16 /* columns of a table that the source gets at least: for them, figures are left out */

enum profile_kind { PROFILE_COUNT, PROFILE_RATIO, PROFILE_PERCENT };

enum profile_column_id {
#define COLUMN(id, head, width, kind, value, what) PROFILE_##id,
#include "profile/columns.def"
	PROFILE_COLUMNS
};

struct profile_column {
	const char *id, *head;
	int width;
	enum profile_kind kind;
	double (*value)(const struct simt_counts *c, double share);
	const char *what;
};
extern const struct profile_column profile_columns[PROFILE_COLUMNS];

/* PROFILE_COLUMNS if no column has that id or head. */
enum profile_column_id profile_column_find(const char *name);
/* A cell of the table: after a blank, to the right in the column's width. */
void profile_cell(const char *text, int width, struct buf *out);
/* The column's head, in the program's language. */
void profile_head(enum profile_column_id i, struct buf *out);
/* "1.2M", "100%", "4.0" or "-", without blanks. */
void profile_figure(double value, enum profile_kind kind, struct buf *out);
/* Leaves the least important columns out until the rest fits in a table of this width, of which `others` are taken. */
void profile_columns_fit(bool shown[PROFILE_COLUMNS], int others, int width);

#endif
