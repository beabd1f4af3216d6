/*
 * profile_text.c - a profile as a table, as CSV and as JSON:
 *
 *	05_shared_memory/transpose_tiled, n = 1024, on the virtual machine; modelled on an H200, never measured
 *	yours 5.31 us, shared memory bounds it; reference 2.6 us, DRAM bounds it
 *
 *	 line  time  ref.  instr lanes  requ. s/req  source
 *	   12   40%   38%  15360  100%   2048   4.0  tile[r][c] = x[...];
 */
#include "config.h"

#include "draw/profile.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/language.h"
#include "simt/counts.h"
#include "words/finding_json.h"
#include "words/remark.h"

/* ---- columns ---------------------------------------------------------------------------- */

double profile_value(const struct profile_line *l, enum profile_column_id column)
{
	return profile_columns[column].value(&l->counts, l->share);
}

bool profile_column_used(const struct profile *p, enum profile_column_id column)
{
	for (size_t i = 0; i < p->own.nlines; i++)
		if (profile_value(&p->own.lines[i], column) > 0)
			return true;
	return column == PROFILE_share;
}

/* ---- rows of lines ------------------------------------------------------------------------- */

struct ranked { const struct profile_line *line; double value; };

static int by_value(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->value != y->value)
		return x->value < y->value ? 1 : -1;
	return (x->line->line > y->line->line) - (x->line->line < y->line->line);
}

const struct profile_line **profile_sorted(const struct profile *p, enum profile_column_id by, struct arena *arena)
{
	size_t n = p->own.nlines;
	struct ranked *all = arena_array(arena, n + 1, sizeof *all);
	const struct profile_line **lines = arena_array(arena, n + 1, sizeof *lines);

	if (!all || !lines)
		return NULL;
	for (size_t i = 0; i < n; i++)
		all[i] = (struct ranked){ &p->own.lines[i], by < PROFILE_COLUMNS ? profile_value(&p->own.lines[i], by) : 0 };
	qsort(all, n, sizeof *all, by_value);
	for (size_t i = 0; i < n; i++)
		lines[i] = all[i].line;
	return lines;
}

/* Compares without blanks. */
static bool same_text(const char *a, const char *b)
{
	for (;;) {
		while (isspace((unsigned char)*a))
			a++;
		while (isspace((unsigned char)*b))
			b++;
		if (*a != *b || !*a)
			return *a == *b;
		a++;
		b++;
	}
}

const struct profile_line *profile_match(const struct profile_side *side, const struct profile_line *l)
{
	const struct profile_line *best = NULL;

	if (!*l->text || strlen(l->text) < 2) /* a lone brace identifies no line */
		return NULL;
	for (size_t i = 0; i < side->nlines; i++)
		if (same_text(side->lines[i].text, l->text) &&
		    (!best || abs(side->lines[i].line - l->line) < abs(best->line - l->line)))
			best = &side->lines[i];
	return best;
}

/* ---- the table ------------------------------------------------------------------------------ */

static void put_seconds(double s, struct buf *out)
{
	if (s < 1e-3)
		buf_printf(out, "%.3g us", 1e6 * s);
	else
		buf_printf(out, "%.3g ms", 1e3 * s);
}

static void put_side(const char *name, const struct profile_side *s, const struct profile_side *beside, struct buf *out)
{
	buf_printf(out, "%s%*s ", name, text_width(name) < 10 ? 10 - text_width(name) : 0, "");
	put_seconds(s->seconds, out);
	buf_printf(out, _(", limited by %s"), _(s->limit));
	if (beside && s->seconds > 0)
		buf_printf(out, _("; yours takes %.3gx as long"), beside->seconds / s->seconds);
	buf_putc(out, '\n');
}

static void put_figure(double v, enum profile_kind kind, int width, struct buf *out)
{
	struct buf text = BUF_INIT;

	profile_figure(v, kind, &text);
	profile_cell(buf_text(&text), width, out);
	buf_release(&text);
}

/* The share of the line with the same text in another version; nothing if there is none. */
static void put_match(const struct profile_side *side, const struct profile_line *l, struct buf *out)
{
	const struct profile_line *match = profile_match(side, l);

	if (match)
		put_figure(match->share, PROFILE_PERCENT, 5, out);
	else
		profile_cell("", 5, out);
}

static void put_row(const struct profile *p, const struct profile_line *l, const bool *shown, int width, struct buf *out)
{
	struct buf row = BUF_INIT;

	if (l->line)
		buf_printf(&row, "%5d", l->line);
	else
		buf_puts(&row, "    -");
	for (enum profile_column_id i = 0; i < PROFILE_COLUMNS; i++) {
		if (shown[i])
			put_figure(profile_value(l, i), profile_columns[i].kind, profile_columns[i].width, &row);
		if (i == PROFILE_share) {
			put_match(&p->reference, l, &row);
			if (p->last)
				put_match(p->last, l, &row);
		}
	}
	buf_printf(&row, "  %s", l->line ? l->text : _("(no line of this file)"));
	text_cut(out, width, "%s", buf_text(&row));
	buf_release(&row);
}

void profile_columns_choose(const struct profile *p, int width, bool shown[PROFILE_COLUMNS])
{
	for (enum profile_column_id i = 0; i < PROFILE_COLUMNS; i++)
		shown[i] = profile_column_used(p, i);
	profile_columns_fit(shown, 5 + 2 + 6 + (p->last ? 6 : 0), width);
}

static void put_table(const struct profile *p, enum profile_column_id by, int width, struct buf *out)
{
	struct arena arena = { 0 };
	const struct profile_line **lines = profile_sorted(p, by, &arena);
	bool shown[PROFILE_COLUMNS];

	profile_columns_choose(p, width, shown);
	buf_printf(out, "\n%5s", _("line"));
	for (enum profile_column_id i = 0; i < PROFILE_COLUMNS; i++) {
		if (shown[i])
			profile_head(i, out);
		if (i == PROFILE_share) {
			profile_cell(_("ref."), 5, out);
			if (p->last)
				profile_cell(_("last"), 5, out);
		}
	}
	buf_printf(out, "  %s\n", _("source"));
	for (size_t i = 0; lines && i < p->own.nlines; i++)
		put_row(p, lines[i], shown, width, out);
	arena_release(&arena);
}

void profile_text(const struct profile *p, enum profile_column_id by, int width, struct buf *out)
{
	struct buf head = BUF_INIT;

	buf_printf(&head, _("%s with %s, counted on the virtual machine; times modelled on %s, never measured"), p->exercise,
		   p->case_name, name_alone(p->gpu.figures.called));
	text_wrap(out, buf_text(&head), width, 0, "  ");
	buf_release(&head);
	buf_putc(out, '\n');
	put_side(_("yours"), &p->own, NULL, out);
	put_side(_("reference"), &p->reference, &p->own, out);
	if (p->last)
		put_side(_("last try"), p->last, &p->own, out);
	put_table(p, by, width, out);
	for (size_t i = 0; i < p->nadvice; i++) {
		buf_putc(out, '\n');
		text_wrap(out, retold(p->advice[i].message), width, 0, "  ");
		text_label(out, _("  next: "), retold(p->advice[i].next), width);
	}
}

/* ---- CSV ------------------------------------------------------------------------------------ */

static void put_field(const char *text, struct buf *out)
{
	buf_putc(out, '"');
	for (; *text; text++) {
		if (*text == '"')
			buf_putc(out, '"');
		buf_putc(out, *text);
	}
	buf_putc(out, '"');
}

static void put_side_csv(const char *name, const struct profile_side *s, bool with_source, struct buf *out)
{
	for (size_t i = 0; i < s->nlines; i++) {
		buf_printf(out, "%s,%d", name, s->lines[i].line);
		for (enum profile_column_id k = 0; k < PROFILE_COLUMNS; k++)
			buf_printf(out, ",%.6g", profile_value(&s->lines[i], k));
#define COUNTER(name, unit, what) buf_printf(out, ",%" PRIu64, s->lines[i].counts.name);
#include "simt/counters.def"
		buf_putc(out, ',');
		put_field(with_source ? s->lines[i].text : "", out);
		buf_puts(out, "\r\n");
	}
}

void profile_csv(const struct profile *p, struct buf *out)
{
	buf_puts(out, "version,line");
	for (enum profile_column_id k = 0; k < PROFILE_COLUMNS; k++)
		buf_printf(out, ",%s%s", k == PROFILE_share ? "time_" : "", profile_columns[k].id);
#define COUNTER(name, unit, what) buf_puts(out, ",counted_" #name);
#include "simt/counters.def"
	buf_puts(out, ",source\r\n");
	put_side_csv("yours", &p->own, true, out);
	put_side_csv("reference", &p->reference, false, out);
	if (p->last)
		put_side_csv("last", p->last, true, out);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static json_t *line_json(const struct profile_line *l, bool with_source)
{
	json_t *o = json_pack("{s:o, s:o}", "line", json_line_number(l->line), "source",
			      with_source ? json_text_bytes(l->text, strlen(l->text)) : json_null());

	for (enum profile_column_id k = 0; k < PROFILE_COLUMNS; k++)
		json_object_set_new(o, profile_columns[k].id, json_real(profile_value(l, k)));
	json_object_set_new(o, "counters", counts_json(&l->counts));
	return o;
}

json_t *profile_side_json(const struct profile_side *s, bool with_source)
{
	json_t *lines = json_array(), *terms = json_object();

	for (size_t i = 0; i < s->nlines; i++)
		json_array_append_new(lines, line_json(&s->lines[i], with_source));
	for (int i = 0; i < COST_LIMITS; i++)
		json_object_set_new(terms, cost_limit_name((enum cost_limit)i), json_real(s->terms[i]));
	return json_pack("{s:o, s:s, s:o, s:o, s:I, s:I, s:I, s:f, s:s, s:o, s:o, s:o}", "file",
			 json_text_bytes(s->path, strlen(s->path)),
			 "source_sha256", s->source_sha256, "grid", json_dim(s->grid), "block", json_dim(s->block),
			 "shared_bytes", (json_int_t)s->shared_bytes, "touched_bytes", (json_int_t)s->touched, "longest_warp",
			 (json_int_t)s->longest_warp, "modelled_seconds", s->seconds, "limit", s->limit, "terms", terms, "totals",
			 counts_json(&s->counts), "lines", lines);
}

json_t *profile_advice_json(const struct profile_advice *a)
{
	return json_pack("{s:i, s:s, s:f, s:f, s:f, s:f, s:s, s:s}", "line", a->line, "kind", a->kind, "now", a->now,
			 "best", a->best,
			 "modelled_times", a->times, "modelled_times_here", a->times_here, "message", a->message, "next",
			 a->next);
}

json_t *profile_json(const struct profile *p)
{
	json_t *advice = json_array();

	for (size_t i = 0; i < p->nadvice; i++) {
		json_array_append_new(advice, profile_advice_json(&p->advice[i]));
	}
	return json_pack("{s:s, s:o, s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o}", "exercise", p->exercise, "file",
			 json_text_bytes(p->own.path, strlen(p->own.path)), "case", p->case_name, "compiler", p->compiler,
			 "device", "vm", "gpu", p->gpu.figures.name, "modelled_on", p->gpu.figures.called, "yours",
			 profile_side_json(&p->own, true), "reference", profile_side_json(&p->reference, false), "last",
			 p->last ? profile_side_json(p->last, true) : json_null(), "advice", advice);
}
