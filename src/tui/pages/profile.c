/*
 * profile.c - the cost of each line of the learner's kernel: a table over the full width, in the chosen order, with advice for
 * the chosen line below it.
 */
#include "config.h"

#include <string.h>

#include "base/path.h"
#include "base/source.h"
#include "tui/view.h"

#define GAUGE_COLS 10
#define WIDE       110 /* columns: from this width on there is room for a gauge */
#define SOURCE_COLS 40 /* of which so many for the line's text */
#define NARROW     70
#define HEAD_COLS  8
#define BAD_TIMES  1.5 /* marks a line with this many times the minimum of sectors or passes */

static void status_line(const struct model *m, struct buf *out)
{
	buf_printf(out, "modelled on %s", m->profile.gpu.figures.called);
}

static void write_seconds(struct page *p, enum style style, double s)
{
	page_printf(p, style, s < 1e-3 ? "%.3g us" : "%.3g ms", s < 1e-3 ? 1e6 * s : 1e3 * s);
}

static void write_side(struct page *p, const char *name, const struct profile_side *s)
{
	page_line(p);
	page_printf(p, STYLE_DIM, "%-10s", name);
	write_seconds(p, STYLE_EMPHASIS, s->seconds);
	page_printf(p, STYLE_PLAIN, "  limited by %s", s->limit);
}

/* Does the figure show that the line uses memory badly? */
static bool is_bad(const struct profile_line *l, enum profile_column_id column)
{
	const struct simt_counts *c = &l->counts;
	uint64_t requests = c->global_load_requests + c->global_store_requests;
	uint64_t fewest = (c->global_load_bytes + c->global_store_bytes + 31) / 32;

	if (column == PROFILE_sectors_per_request)
		return c->global_sectors > BAD_TIMES * (double)(fewest > requests ? fewest : requests);
	return column == PROFILE_shared_passes && c->bank_conflicts > (BAD_TIMES - 1) * (double)c->shared_requests;
}

static void write_figure(struct page *p, enum style style, double value, const struct profile_column *c)
{
	struct buf text = BUF_INIT;

	profile_figure(value, c->kind, &text);
	page_printf(p, style, " %*s", c->width, buf_text(&text));
	buf_release(&text);
}

static void write_match(struct page *p, const struct profile_side *side, const struct profile_line *l)
{
	const struct profile_line *match = profile_match(side, l);

	if (match)
		write_figure(p, STYLE_DIM, match->share, &profile_columns[PROFILE_share]);
	else
		page_printf(p, STYLE_DIM, " %*s", profile_columns[PROFILE_share].width, "");
}

/* Is the file beside the table? */
static bool is_beside(const struct model *m)
{
	return m->cols >= LAYOUT_TABLE_COLS;
}

static bool has_gauge(const struct model *m, const struct page *p)
{
	return p->width >= (is_beside(m) ? WIDE - SOURCE_COLS : WIDE);
}

static void write_gauge(struct page *p, double share)
{
	int full = (int)(share * GAUGE_COLS + 0.5);

	page_add(p, STYLE_PLAIN, " ");
	for (int i = 0; i < GAUGE_COLS; i++)
		page_add(p, i < full ? STYLE_ACCENT : STYLE_FRAME, i < full ? "▰" : "▱");
}

static void write_line(const struct model *m, struct page *p, const struct profile_line *l, const bool *shown)
{
	page_line(p);
	if (l->line)
		page_printf(p, STYLE_NUMBER, "%5d", l->line);
	else
		page_add(p, STYLE_NUMBER, "    -");
	for (enum profile_column_id i = 0; i < PROFILE_COLUMNS; i++) {
		bool bad = is_bad(l, i);

		if (shown[i]) {
			write_figure(p, bad ? STYLE_WARN : i == m->profile_by ? STYLE_EMPHASIS : STYLE_PLAIN, profile_value(l, i),
				     &profile_columns[i]);
			if (i == PROFILE_sectors_per_request || i == PROFILE_shared_passes)
				page_add(p, STYLE_WARN, bad ? "!" : " ");
		}
		if (i == PROFILE_share) {
			if (has_gauge(m, p))
				write_gauge(p, l->share);
			write_match(p, &m->profile.reference, l);
			if (m->profile.last)
				write_match(p, m->profile.last, l);
		}
	}
	if (is_beside(m)) /* the file has the text */
		return;
	page_add(p, STYLE_PLAIN, "  ");
	if (p->width > p->col)
		page_fit(p, l->line ? STYLE_CODE : STYLE_DIM, l->line ? l->text : "(no line of this file)", p->width - p->col);
}

static void write_heads(const struct model *m, struct page *p, const bool *shown)
{
	page_line(p);
	page_add(p, m->profile_by == PROFILE_COLUMNS ? STYLE_ACCENT : STYLE_DIM, " line");
	for (enum profile_column_id i = 0; i < PROFILE_COLUMNS; i++) {
		if (shown[i]) {
			page_printf(p, i == m->profile_by ? STYLE_ACCENT : STYLE_DIM, " %*s", profile_columns[i].width, profile_columns[i].head);
			if (i == PROFILE_sectors_per_request || i == PROFILE_shared_passes)
				page_add(p, STYLE_DIM, " ");
		}
		if (i == PROFILE_share) {
			if (has_gauge(m, p))
				page_printf(p, STYLE_DIM, " %*s", GAUGE_COLS, "");
			page_printf(p, STYLE_DIM, " %5s", "ref.");
			if (m->profile.last)
				page_printf(p, STYLE_DIM, " %5s", "last");
		}
	}
	page_add(p, STYLE_DIM, is_beside(m) ? "" : "  source");
}

/* The chosen line's text, if the table has cut it. */
static void write_whole_line(const struct model *m, struct page *p)
{
	const struct profile_line *at = m->profile_lines[m->profile_row];
	const struct line *row = p->selected >= 0 ? &p->lines[p->selected] : NULL;

	if (!at->line || !row || is_beside(m) || p->width < NARROW || !row->nspans || !strstr(row->spans[row->nspans - 1].text, "..."))
		return;
	page_blank(p);
	page_line(p);
	page_printf(p, STYLE_NUMBER, "%5d  ", at->line);
	if (text_width(at->text) <= p->width - p->col)
		page_add(p, STYLE_CODE, at->text);
	else
		page_verbatim(p, 7, STYLE_CODE, at->text, strlen(at->text));
}

static void write_advice(const struct model *m, struct page *p)
{
	const struct profile_line *at = m->profile_lines[m->profile_row];
	size_t others = 0;

	for (size_t i = 0; i < m->profile.nadvice; i++) {
		const struct profile_advice *a = &m->profile.advice[i];

		if (a->line != at->line) {
			others++;
			continue;
		}
		page_blank(p);
		page_wrap(p, 0, STYLE_WARN, a->message);
		page_wrap(p, 2, STYLE_EMPHASIS, a->next);
	}
	if (!others)
		return;
	page_blank(p);
	page_line(p);
	page_add(p, STYLE_DIM, "choose a line for its advice:");
	for (size_t i = 0; i < m->profile.nadvice; i++)
		if (m->profile.advice[i].line != at->line)
			page_printf(p, STYLE_DIM, " %d (%.2gx)", m->profile.advice[i].line, m->profile.advice[i].times);
}

/* The rows of the page. */
static int rows_of(const struct model *m, const struct page *p)
{
	struct layout l = layout_of(m->rows, m->cols, is_beside(m) ? LAYOUT_SOURCE : LAYOUT_PAGE);

	if (p->lower)
		layout_divide(&l, m->rows, m->cols);
	return l.page.rows;
}

static void write_meaning(struct page *p, enum style style, const char *head, const char *what)
{
	size_t len = strlen(what), fits = len;

	while (fits && ((int)fits > p->width - HEAD_COLS || (what[fits] && what[fits] != ' ')))
		fits--;
	page_line(p);
	page_fit(p, style, head, HEAD_COLS);
	page_printf(p, STYLE_DIM, "%.*s", (int)fits, what);
	if (fits < len)
		page_wrap(p, HEAD_COLS, STYLE_DIM, what + fits + 1);
}

/* What the columns mean, if that fits below the rest. */
static void write_legend(const struct model *m, struct page *p, const bool *shown)
{
	int lines = m->profile.last ? 4 : 3;

	for (enum profile_column_id i = 0; i < PROFILE_COLUMNS; i++)
		lines += shown[i];
	if ((int)p->nlines + lines > rows_of(m, p))
		return;
	page_blank(p);
	for (enum profile_column_id i = 0; i < PROFILE_COLUMNS; i++)
		if (shown[i])
			write_meaning(p, i == m->profile_by ? STYLE_ACCENT : STYLE_EMPHASIS, profile_columns[i].head, profile_columns[i].what);
	write_meaning(p, STYLE_EMPHASIS, "ref.", "the share of time of the same line in the reference solution");
	if (m->profile.last)
		write_meaning(p, STYLE_EMPHASIS, "last", "the same in your last try");
	write_meaning(p, STYLE_WARN, "!", "1.5 times the fewest that hold the bytes, or more");
}

static void content(const struct model *m, struct page *p)
{
	const struct profile *own = &m->profile;
	bool shown[PROFILE_COLUMNS];

	page_line(p);
	page_add(p, STYLE_TITLE, m->assignment.path ? path_base(m->assignment.path) : own->exercise);
	page_printf(p, STYLE_DIM, "  with %s%s", own->case_name, p->width < NARROW ? "" : "; times modelled, not measured");
	if (m->profile_old)
		page_wrap(p, 0, STYLE_WARN, "the file has changed since: p profiles it again");
	if (m->assignment.last_verdict >= 0 && m->assignment.last_verdict != VERDICT_PASSED && m->assignment.last_verdict != VERDICT_TOO_SLOW)
		page_wrap(p, 0, STYLE_WARN, "the last check did not pass: a kernel that does the wrong work has the wrong cost");
	write_side(p, "yours", &own->own);
	write_side(p, "reference", &own->reference);
	if (own->last)
		write_side(p, "last try", own->last);
	page_blank(p);
	profile_columns_choose(own, p->width - 2 - (has_gauge(m, p) ? GAUGE_COLS + 1 : 0), shown);
	write_heads(m, p, shown);
	for (size_t i = 0; i < own->own.nlines; i++) {
		write_line(m, p, m->profile_lines[i], shown);
		if ((int)i == m->profile_row)
			p->selected = (int)p->nlines - 1;
	}
	if (own->own.nlines) {
		write_whole_line(m, p);
		write_advice(m, p);
	}
	write_legend(m, p, shown);
}

/* ---- below a picture: what its line costs --------------------------------------------------------- */

void profile_line_write(const struct model *m, struct page *p)
{
	const struct profile_line *l = m->profile_lines ? m->profile_lines[m->profile_row] : NULL;
	bool shown[PROFILE_COLUMNS];

	if (!l || l->line != m->picture.line) {
		page_wrap(p, 0, STYLE_DIM, "the profile has no such line");
		return;
	}
	profile_columns_choose(&m->profile, m->cols, shown);
	for (enum profile_column_id i = 0; i < PROFILE_COLUMNS; i++) {
		if (!shown[i])
			continue;
		page_line(p);
		page_fit(p, STYLE_EMPHASIS, profile_columns[i].head, 8);
		write_figure(p, is_bad(l, i) ? STYLE_WARN : STYLE_PLAIN, profile_value(l, i), &profile_columns[i]);
		page_to(p, 20);
		page_add(p, STYLE_DIM, profile_columns[i].what);
	}
	for (size_t i = 0; i < m->profile.nadvice; i++) {
		if (m->profile.advice[i].line != l->line)
			continue;
		page_blank(p);
		page_wrap(p, 0, STYLE_WARN, m->profile.advice[i].message);
		page_wrap(p, 2, STYLE_EMPHASIS, m->profile.advice[i].next);
	}
}

/* ---- below it: the picture of the chosen line ---------------------------------------------------- */

static void lower(const struct model *m, struct page *p)
{
	const struct profile_line *l = model_profile_line(m);

	if (!model_has_picture(l)) {
		page_wrap(p, 0, STYLE_DIM, "the line uses neither global nor shared memory");
	} else if (l->line != m->beside_line || !m->beside_made) {
		page_wrap(p, 0, STYLE_DIM, m->profile_old ? "the file has changed since" : "the picture is being drawn");
	} else if (m->beside_error.text[0]) {
		page_wrap(p, 0, STYLE_DIM, m->beside_error.text);
	} else {
		page_line(p);
		page_printf(p, STYLE_NUMBER, "%d ", l->line);
		page_fit(p, STYLE_CODE, m->beside.source, p->width - p->col);
		page_picture(p, &m->beside);
	}
}

static const char *lower_title(const struct model *m)
{
	const struct profile_line *l = model_profile_line(m);

	return l && l->line ? "what the line does to memory" : "";
}

const struct view view_profile = { status_line, content, LAYOUT_PAGE, NULL, NULL, lower, lower_title };
