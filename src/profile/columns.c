/* columns.c - see columns.h. */
#include "config.h"

#include "profile/columns.h"

#include <string.h>

#include "base/language.h"
#include "base/source.h"

#define C(name) ((double)c->name)
#define PER(a, b) ((b) > 0 ? (a) / (b) : 0)
#define SHARE share
#define COLUMN(id, head, width, kind, value, what) \
	static double value_##id(const struct simt_counts *c, double share) { (void)c; (void)share; return value; }
#include "profile/columns.def"

const struct profile_column profile_columns[PROFILE_COLUMNS] = {
#define COLUMN(id, head, width, kind, value, what) { #id, head, width, PROFILE_##kind, value_##id, what },
#include "profile/columns.def"
};

enum profile_column_id profile_column_find(const char *name)
{
	enum profile_column_id i = 0;

	while (i < PROFILE_COLUMNS && strcmp(profile_columns[i].id, name) && strcmp(profile_columns[i].head, name))
		i++;
	return i;
}

void profile_cell(const char *text, int width, struct buf *out)
{
	buf_printf(out, "%*s%s", 1 + (text_width(text) < width ? width - text_width(text) : 0), "", text);
}

void profile_head(enum profile_column_id i, struct buf *out)
{
	profile_cell(_(profile_columns[i].head), profile_columns[i].width, out);
}

void profile_figure(double v, enum profile_kind kind, struct buf *out)
{
	static const struct { double unit; char letter; } units[] = { { 1e12, 'T' }, { 1e9, 'G' }, { 1e6, 'M' }, { 1e3, 'k' } };

	if (v <= 0) {
		buf_puts(out, "-");
		return;
	}
	if (kind == PROFILE_PERCENT) {
		buf_printf(out, v < 0.005 ? "<1%%" : "%.0f%%", 100 * v);
		return;
	}
	if (kind == PROFILE_RATIO) {
		buf_printf(out, "%.1f", v);
		return;
	}
	for (size_t i = 0; i < sizeof units / sizeof *units && v >= 99999.5; i++)
		if (v >= units[i].unit) {
			buf_printf(out, "%.*f%c", v < 100 * units[i].unit, v / units[i].unit, units[i].letter);
			return;
		}
	buf_printf(out, "%.0f", v);
}

void profile_columns_fit(bool shown[PROFILE_COLUMNS], int others, int width)
{
	static const enum profile_column_id less[] = {
		PROFILE_divisions, PROFILE_special, PROFILE_shared_requests, PROFILE_requests, PROFILE_instructions,
			PROFILE_active_lanes,
	};
	int used = others + SOURCE_LEAST;

	for (enum profile_column_id i = 0; i < PROFILE_COLUMNS; i++)
		used += shown[i] ? profile_columns[i].width + 1 : 0;
	for (size_t k = 0; k < sizeof less / sizeof *less && used > width; k++) {
		used -= shown[less[k]] ? profile_columns[less[k]].width + 1 : 0;
		shown[less[k]] = false;
	}
}
