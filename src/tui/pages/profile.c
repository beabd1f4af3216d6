/*
 * profile.c - the cost of each line of the learner's kernel: a table over the full width, in the chosen order, with advice for
 * the chosen line below it.
 */
#include "config.h"

#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "base/source.h"
#include "tui/pages/exercise.h"
#include "tui/pages/profile.h"
#include "tui/running.h"
#include "tui/view.h"

#define GAUGE_COLS 10
#define WIDE       110 /* columns: from this width on there is room for a gauge */
#define SOURCE_COLS 40 /* of which so many for the line's text */
#define NARROW     70
#define HEAD_COLS  8
#define BAD_TIMES  1.5 /* marks a line with this many times the minimum of sectors or passes */

const struct profile_line *profile_chosen(const struct model *m)
{
	return profile_of(m)->lines ? profile_of(m)->lines[profile_of(m)->row] : NULL;
}

/* Does it use global or shared memory? */
static bool has_picture(const struct profile_line *l)
{
	return l && l->line &&
	       (l->counts.global_requests || l->counts.global_atomic_requests || l->counts.shared_requests ||
		l->counts.shared_atomic_requests);
}

static void status_line(const struct model *m, struct buf *out)
{
	buf_printf(out, _("modelled on %s"), name_alone(profile_of(m)->profile.gpu.figures.called));
}

static void write_seconds(struct page *p, enum style style, double s)
{
	page_printf(p, style, s < 1e-3 ? _("%.3g us") : _("%.3g ms"), s < 1e-3 ? 1e6 * s : 1e3 * s);
}

static void write_side(struct page *p, const char *name, const struct profile_side *s)
{
	page_line(p);
	page_printf(p, STYLE_DIM, "%-10s", name);
	write_seconds(p, STYLE_EMPHASIS, s->seconds);
	page_printf(p, STYLE_PLAIN, _("  limited by %s"), s->limit);
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
			write_figure(p, bad ? STYLE_WARN : i == profile_of(m)->by ? STYLE_EMPHASIS : STYLE_PLAIN,
				     profile_value(l, i), &profile_columns[i]);
			if (i == PROFILE_sectors_per_request || i == PROFILE_shared_passes)
				page_add(p, STYLE_WARN, bad ? "!" : " ");
		}
		if (i == PROFILE_share) {
			if (has_gauge(m, p))
				write_gauge(p, l->share);
			write_match(p, &profile_of(m)->profile.reference, l);
			if (profile_of(m)->profile.last)
				write_match(p, profile_of(m)->profile.last, l);
		}
	}
	if (is_beside(m)) /* the file has the text */
		return;
	page_add(p, STYLE_PLAIN, "  ");
	if (p->width > p->col)
		page_fit(p, l->line ? STYLE_CODE : STYLE_DIM, l->line ? l->text : _("(no line of this file)"), p->width - p->col);
}

static void write_heads(const struct model *m, struct page *p, const bool *shown)
{
	struct buf head = BUF_INIT;

	page_line(p);
	page_printf(p, profile_of(m)->by == PROFILE_COLUMNS ? STYLE_ACCENT : STYLE_DIM, "%5s", _("line"));
	for (enum profile_column_id i = 0; i < PROFILE_COLUMNS; i++) {
		if (shown[i]) {
			profile_head(i, &head);
			page_add(p, i == profile_of(m)->by ? STYLE_ACCENT : STYLE_DIM, buf_text(&head));
			buf_clear(&head);
			if (i == PROFILE_sectors_per_request || i == PROFILE_shared_passes)
				page_add(p, STYLE_DIM, " ");
		}
		if (i == PROFILE_share) {
			if (has_gauge(m, p))
				page_printf(p, STYLE_DIM, " %*s", GAUGE_COLS, "");
			profile_cell(_("ref."), 5, &head);
			if (profile_of(m)->profile.last)
				profile_cell(_("last"), 5, &head);
			page_add(p, STYLE_DIM, buf_text(&head));
			buf_clear(&head);
		}
	}
	page_add(p, STYLE_DIM, is_beside(m) ? "" : _("  source"));
	buf_release(&head);
}

/* The chosen line's text, if the table has cut it. */
static void write_whole_line(const struct model *m, struct page *p)
{
	const struct profile_line *at = profile_of(m)->lines[profile_of(m)->row];
	const struct line *row = p->selected >= 0 ? &p->lines[p->selected] : NULL;

	if (!at->line || !row || is_beside(m) || p->width < NARROW || !row->nspans ||
	    !strstr(row->spans[row->nspans - 1].text, "..."))
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
	const struct profile_line *at = profile_of(m)->lines[profile_of(m)->row];
	size_t others = 0;

	for (size_t i = 0; i < profile_of(m)->profile.nadvice; i++) {
		const struct profile_advice *a = &profile_of(m)->profile.advice[i];

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
	page_add(p, STYLE_DIM, _("choose a line for its advice:"));
	for (size_t i = 0; i < profile_of(m)->profile.nadvice; i++)
		if (profile_of(m)->profile.advice[i].line != at->line)
			page_printf(p, STYLE_DIM, " %d (%.2gx)", profile_of(m)->profile.advice[i].line,
				    profile_of(m)->profile.advice[i].times);
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
	int lines = profile_of(m)->profile.last ? 4 : 3;

	for (enum profile_column_id i = 0; i < PROFILE_COLUMNS; i++)
		lines += shown[i];
	if ((int)p->nlines + lines > rows_of(m, p))
		return;
	page_blank(p);
	for (enum profile_column_id i = 0; i < PROFILE_COLUMNS; i++)
		if (shown[i])
			write_meaning(p, i == profile_of(m)->by ? STYLE_ACCENT : STYLE_EMPHASIS, _(profile_columns[i].head),
				      _(profile_columns[i].what));
	write_meaning(p, STYLE_EMPHASIS, _("ref."), _("the share of time of the same line in the reference solution"));
	if (profile_of(m)->profile.last)
		write_meaning(p, STYLE_EMPHASIS, _("last"), _("the same in your last try"));
	write_meaning(p, STYLE_WARN, "!", _("1.5 times the fewest that hold the bytes, or more"));
}

static void content(const struct model *m, struct page *p)
{
	const struct profile *x = &profile_of(m)->profile;
	bool shown[PROFILE_COLUMNS];

	page_line(p);
	page_add(p, STYLE_TITLE, exercise_of(m)->assignment.path ? path_base(exercise_of(m)->assignment.path) : x->exercise);
	page_printf(p, STYLE_DIM, _("  with %s%s"), x->case_name, p->width < NARROW ? "" : _("; times modelled, not measured"));
	if (profile_of(m)->old)
		page_wrap(p, 0, STYLE_WARN, _("the file has changed since: p profiles it again"));
	if (exercise_of(m)->assignment.last_verdict >= 0 && exercise_of(m)->assignment.last_verdict != VERDICT_PASSED &&
	    exercise_of(m)->assignment.last_verdict != VERDICT_TOO_SLOW)
		page_wrap(p, 0, STYLE_WARN, _("the last check did not pass: a kernel that does the wrong work has the wrong "
					"cost"));
	write_side(p, _("yours"), &x->own);
	write_side(p, _("reference"), &x->reference);
	if (x->last)
		write_side(p, _("last try"), x->last);
	page_blank(p);
	profile_columns_choose(x, p->width - 2 - (has_gauge(m, p) ? GAUGE_COLS + 1 : 0), shown);
	write_heads(m, p, shown);
	for (size_t i = 0; i < x->own.nlines; i++) {
		write_line(m, p, profile_of(m)->lines[i], shown);
		if ((int)i == profile_of(m)->row)
			p->selected = (int)p->nlines - 1;
	}
	if (x->own.nlines) {
		write_whole_line(m, p);
		write_advice(m, p);
	}
	write_legend(m, p, shown);
}

/* ---- below a picture: what its line costs --------------------------------------------------------- */

void profile_line_write(const struct model *m, struct page *p, int line)
{
	const struct profile_line *l = profile_chosen(m);
	bool shown[PROFILE_COLUMNS];

	if (!l || l->line != line) {
		page_wrap(p, 0, STYLE_DIM, _("the profile has no such line"));
		return;
	}
	profile_columns_choose(&profile_of(m)->profile, m->cols, shown);
	for (enum profile_column_id i = 0; i < PROFILE_COLUMNS; i++) {
		if (!shown[i])
			continue;
		page_line(p);
		page_fit(p, STYLE_EMPHASIS, _(profile_columns[i].head), 8);
		write_figure(p, is_bad(l, i) ? STYLE_WARN : STYLE_PLAIN, profile_value(l, i), &profile_columns[i]);
		page_to(p, 20);
		page_add(p, STYLE_DIM, _(profile_columns[i].what));
	}
	for (size_t i = 0; i < profile_of(m)->profile.nadvice; i++) {
		if (profile_of(m)->profile.advice[i].line != l->line)
			continue;
		page_blank(p);
		page_wrap(p, 0, STYLE_WARN, profile_of(m)->profile.advice[i].message);
		page_wrap(p, 2, STYLE_EMPHASIS, profile_of(m)->profile.advice[i].next);
	}
}

/* ---- below it: the picture of the chosen line ---------------------------------------------------- */

static void lower(const struct model *m, struct page *p)
{
	const struct profile_line *l = profile_chosen(m);

	if (!has_picture(l)) {
		page_wrap(p, 0, STYLE_DIM, _("the line uses neither global nor shared memory"));
	} else if (l->line != profile_of(m)->beside_line || !profile_of(m)->beside_made) {
		page_wrap(p, 0, STYLE_DIM, profile_of(m)->old ? _("the file has changed since")
				: _("the picture is being drawn"));
	} else if (profile_of(m)->beside_error.text[0]) {
		page_wrap(p, 0, STYLE_DIM, profile_of(m)->beside_error.text);
	} else {
		page_line(p);
		page_printf(p, STYLE_NUMBER, "%d ", l->line);
		page_fit(p, STYLE_CODE, profile_of(m)->beside.source, p->width - p->col);
		page_picture(p, &profile_of(m)->beside);
	}
}

static const char *lower_title(const struct model *m)
{
	const struct profile_line *l = profile_chosen(m);

	return l && l->line ? _("what the line does to memory") : "";
}

/* ---- work: the profile ------------------------------------------------------------------------------ */

static void sort(struct model *m, enum profile_column_id by)
{
	struct profile_page *x = profile_of(m);
	const struct profile_line *at = profile_chosen(m), **lines = profile_sorted(&x->profile, by, &x->arena);

	if (!lines) {
		model_notice(m, true, _("out of memory"));
		return;
	}
	x->by = by;
	x->lines = lines;
	for (int i = 0; i < (int)x->profile.own.nlines; i++)
		if (lines[i] == at)
			x->row = i;
}

void profile_forget(struct model *m)
{
	arena_release(&profile_of(m)->arena);
	arena_release(&profile_of(m)->beside_arena);
	memset(profile_of(m), 0, sizeof *profile_of(m));
}

static int make(const struct tui_backend *b, struct work *w)
{
	w->made = arena_alloc(&w->arena, sizeof(struct profile));
	return w->made ? b->profile(b->ctx, w->exercise, w->path, &w->arena, w->made, &w->error) : error_nomem(&w->error);
}

/* The line that the verdict is about, else the one that takes most time. */
static void choose(struct model *m, const struct source_place *mark)
{
	struct profile_page *x = profile_of(m);

	x->row = 0;
	for (int i = 0; mark && i < (int)x->profile.own.nlines; i++)
		if (x->lines[i]->line == mark->line)
			x->row = i;
}

static void show(struct model *m, struct work *w)
{
	if (w->status) {
		model_set_problem(m, &w->error);
		return;
	}
	profile_forget(m);
	profile_of(m)->profile = *(struct profile *)w->made;
	work_keep(w, &profile_of(m)->arena);
	sort(m, PROFILE_share);
	if (!profile_of(m)->lines || !profile_of(m)->profile.own.nlines) {
		model_notice(m, true, _("the kernel does nothing: there is no profile"));
		profile_forget(m);
		return;
	}
	choose(m, result_mark(m));
	m->file.follow = true;
	model_push(m, PAGE_PROFILE);
}

static const struct task profile_task = {
	.title = N_("your kernel and the reference are counted, line by line"), .run = make, .show = show,
};

/* Requests the picture of the chosen line, once. */
static void lacks(struct model *m)
{
	const struct profile_line *l = model_page(m) == PAGE_PROFILE ? profile_chosen(m) : NULL;
	struct profile_page *x = profile_of(m);

	if (m->cols < LAYOUT_TABLE_COLS || m->rows < LAYOUT_LOWER_ROWS || !running_nothing(m) || x->old || !has_picture(l) ||
	    l->line == x->beside_line)
		return;
	x->beside_line = l->line;
	x->beside_made = false;
	model_task(m, &picture_task, NULL, l->line, true);
}

/* ---- keys -------------------------------------------------------------------------------------------- */

static void profile(struct model *m, int key)
{
	const bool host = exercise_of(m)->assignment.host;

	if (m->checking)
		model_notice(m, false, host ? _("a check is running; the picture can be drawn after it")
					    : _("a check is running; the profile can be made after it"));
	else if (host)
		model_task(m, &picture_task, NULL, 0, false);
	else if (model_page(m) != PAGE_PROFILE && profile_of(m)->lines && !profile_of(m)->old)
		model_push(m, PAGE_PROFILE);
	else
		model_task(m, &profile_task, NULL, 0, false);
}

/* Sorts by line, then by each column that is not empty. */
static void sort_by(struct model *m, int columns)
{
	int n = PROFILE_COLUMNS + 1, by = (int)profile_of(m)->by;

	do
		by = (by + n + columns) % n;
	while (by != PROFILE_COLUMNS && !profile_column_used(&profile_of(m)->profile, (enum profile_column_id)by));
	sort(m, (enum profile_column_id)by);
	model_notice(m, false, _("sorted by %s"), by == PROFILE_COLUMNS ? _("line") : _(profile_columns[by].what));
}

static void picture(struct model *m, int key)
{
	const struct profile_line *l = profile_chosen(m);

	if (!has_picture(l))
		model_notice(m, false, _("this line uses neither global nor shared memory: there is no picture"));
	else if (m->checking)
		model_notice(m, false, _("a check is running; the picture can be drawn after it"));
	else
		model_task(m, &picture_task, NULL, l->line, false);
}

static int *cursor(struct model *m, int *rows)
{
	*rows = (int)profile_of(m)->profile.own.nlines;
	m->file.follow = true;
	return &profile_of(m)->row;
}

static const struct action actions[] = {
	{ REQUEST_PROFILE, profile }, { REQUEST_SORT, sort_by, .by = 1 }, { REQUEST_UNSORT, sort_by, .by = -1 },
		{ REQUEST_PICTURE, picture },
	{ REQUEST_NONE },
};

static enum layout_kind layout_now(const struct model *m)
{
	return is_beside(m) ? LAYOUT_SOURCE : LAYOUT_PAGE;
}

const struct view view_profile = {
	.size = sizeof(struct profile_page), .release = profile_forget, .actions = actions, .cursor = cursor, .lacks = lacks,
	.status_line = status_line, .content = content, .wide = true, .wide_below = true, .lower = lower,
	.lower_title = lower_title, .layout_now = layout_now,
};
