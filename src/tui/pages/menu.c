/* menu.c - the lessons with their progress; an unfolded lesson also shows its exercises. */
#include "config.h"

#include "base/source.h"
#include "tui/view.h"

#define TITLE_COL 6
#define STATE_COLS 16
#define NAME_COLS  24
#define GAUGE_COLS 8
#define STRIP_COLS 14
#define STRIP_COLS_WIDE 24
/* The least for both; a longer title takes the rest. */
#define GAUGE_COLS_LEAST 5
#define STRIP_COLS_LEAST 8
/* The minimum widths for these parts of a lesson's row, from the right edge. */
#define WIDTH_OF_MINUTES 54
#define WIDTH_OF_STRIP   70
#define WIDTH_OF_LONG_STRIP 110
#define WIDTH_OF_TITLES  56 /* of the column beside it, for the exercises' titles */
#define ROWS_OF_SUM      30 /* the minimum height of the window */
#define SUM_ROWS         2
#define ROWS_OF_SUMMARIES 44 /* the minimum for the summaries of all lessons, if that leaves room for the exercises of one */

static void status_line(const struct model *m, struct buf *out)
{
	buf_printf(out, "%d of %d exercises passed", m->outline.passed, m->outline.total);
}

/* The columns of a lesson's row, from left to right; the same in all rows. */
struct columns { int gauge, gauge_cols, strip, strip_cols, count; };

static int longest_title(const struct model *m)
{
	int longest = 0;

	for (size_t i = 0; i < m->outline.nlessons; i++)
		if (text_width(m->outline.lessons[i].title) > longest)
			longest = text_width(m->outline.lessons[i].title);
	return longest;
}

static int at_most(int wanted, int most)
{
	return wanted < 0 ? 0 : wanted < most ? wanted : most;
}

/* No title is cut if narrower pictures of the progress leave it room. */
static struct columns columns_of(const struct model *m, int width)
{
	struct columns c = { .gauge_cols = GAUGE_COLS, .count = width - 8 - (width >= WIDTH_OF_MINUTES ? 8 : 0) };
	int lacks, taken;

	if (width >= WIDTH_OF_STRIP)
		c.strip_cols = width >= WIDTH_OF_LONG_STRIP ? STRIP_COLS_WIDE : STRIP_COLS;
	c.strip = c.count - (c.strip_cols ? c.strip_cols + 2 : 0);
	lacks = longest_title(m) + 1 - (c.strip - 2 - c.gauge_cols - TITLE_COL);
	taken = c.strip_cols ? at_most(lacks, c.strip_cols - STRIP_COLS_LEAST) : 0;
	c.strip_cols -= taken;
	c.strip += taken;
	c.gauge_cols -= at_most(lacks - taken, GAUGE_COLS - GAUGE_COLS_LEAST);
	c.gauge = c.strip - 2 - c.gauge_cols;
	return c;
}

/* Marks the suggested row in the columns up to `end`. */
static void write_next(struct page *p, int end)
{
	page_add(p, STYLE_ACCENT, p->col + 7 < end ? " ← next" : " ←");
}

/*
 *	▸ 01  Kernels          ▰▰▰▱▱▱▱▱  ✓✓○····          2/7  1 h 29
 */
static void write_lesson(const struct model *m, struct page *p, const struct outline_lesson *l, bool next)
{
	bool unfolded = m->unfolded[l - m->outline.lessons];
	bool done = l->steps_done >= l->steps && (size_t)l->passed == l->nexercises;
	const char *fold = !l->nexercises ? " " : unfolded ? "▾" : "▸";
	const struct columns c = columns_of(m, p->width);
	int room = c.gauge - TITLE_COL - (next ? 3 : 1);
	char number[8], minutes[16];

	view_number(l->id, number);
	page_printf(p, STYLE_DIM, "%s ", fold);
	page_printf(p, STYLE_DIM, "%s  ", number);
	page_fit(p, STYLE_TITLE, l->title, next && text_width(l->title) <= room - 5 ? room - 5 : room);
	if (next)
		write_next(p, c.gauge);
	page_to(p, c.gauge);
	page_gauge(p, l->steps_done < l->steps ? l->steps_done : l->steps, l->steps, c.gauge_cols);
	page_to(p, c.strip);
	if (c.strip_cols)
		page_strip(p, l, c.strip_cols);
	page_to(p, c.count);
	if (l->nexercises)
		page_printf(p, done ? STYLE_GOOD : STYLE_PLAIN, "%2d/%zu", l->passed, l->nexercises);
	page_add(p, STYLE_GOOD, done ? " ✓" : "");
	if (p->width < WIDTH_OF_MINUTES)
		return;
	view_minutes(view_lesson_minutes(l), minutes);
	page_to(p, p->width - 8);
	page_printf(p, STYLE_DIM, "%7s", minutes);
}

static void write_summary(struct page *p, const struct outline_lesson *l)
{
	page_line(p);
	page_to(p, TITLE_COL);
	page_fit(p, STYLE_DIM, l->summary, p->width - TITLE_COL);
}

static void write_progress(struct page *p, const struct outline_exercise *e)
{
	if (e->progress == PROGRESS_PASSED)
		page_add(p, STYLE_GOOD, "passed");
	else if (e->attempts)
		page_printf(p, STYLE_PLAIN, "%d %s", e->attempts, e->attempts == 1 ? "try" : "tries");
	else
		page_add(p, STYLE_DIM, "new");
}

/* The name is what commands and links call it; a narrow window has room for the title alone. */
static void write_exercise(struct page *p, const struct outline_exercise *e, bool next)
{
	bool named = p->width >= WIDTH_OF_LONG_STRIP, timed = p->width >= WIDTH_OF_MINUTES;
	int state = p->width - STATE_COLS + (timed ? 0 : 2);
	char minutes[16];

	page_to(p, TITLE_COL);
	page_printf(p, style_of_progress(e->progress), "%s ", mark_of_progress(e->progress));
	if (named)
		page_fit(p, STYLE_PLAIN, e->name, NAME_COLS);
	page_fit(p, named ? STYLE_DIM : STYLE_PLAIN, named ? view_title(e) : e->title, state - p->col - (next ? 8 : 1));
	if (next)
		page_add(p, STYLE_ACCENT, " ← next");
	page_to(p, state);
	write_progress(p, e);
	if (!timed)
		return;
	view_minutes(e->minutes, minutes);
	page_to(p, p->width - 8);
	page_printf(p, STYLE_DIM, "%7s", minutes);
}

static bool has_summary(const struct model *m, struct menu_row row)
{
	bool all = m->rows >= ROWS_OF_SUMMARIES && m->rows >= 2 * (int)m->outline.nlessons + 12;

	return !row.exercise && *row.lesson->summary && (all || m->unfolded[row.lesson - m->outline.lessons]);
}

/* The total progress, and how much is left. */
static void write_sum(const struct model *m, struct page *p)
{
	int left = 0;
	char minutes[16];

	for (size_t i = 0; i < m->outline.nlessons; i++) {
		const struct outline_lesson *l = &m->outline.lessons[i];

		left += l->steps_done < l->steps ? l->minutes * (l->steps - l->steps_done) / l->steps : 0;
		for (size_t k = 0; k < l->nexercises; k++)
			left += l->exercises[k].progress != PROGRESS_PASSED ? l->exercises[k].minutes : 0;
	}
	view_minutes(left, minutes);
	page_line(p);
	page_gauge(p, m->outline.passed, m->outline.total, p->width < 80 ? p->width / 3 : p->width / 2);
	page_printf(p, STYLE_PLAIN, "  %d of %d exercises", m->outline.passed, m->outline.total);
	if (left)
		page_printf(p, STYLE_DIM, ", about %s to go", minutes);
	page_blank(p);
}

static void content(const struct model *m, struct page *p)
{
	struct menu_row next = model_suggested(m);

	if (m->rows >= ROWS_OF_SUM)
		write_sum(m, p);
	if (!m->outline.nlessons)
		page_wrap(p, 0, STYLE_DIM, "there are no lessons here");
	for (int i = 0, n = model_menu_rows(m); i < n; i++) {
		struct menu_row row = model_menu_row(m, i);

		page_line(p);
		if (i == m->cursor)
			p->selected = (int)p->nlines - 1;
		if (row.exercise)
			write_exercise(p, row.exercise, row.lesson == next.lesson && row.exercise == next.exercise);
		else
			write_lesson(m, p, row.lesson, row.lesson == next.lesson && !next.exercise);
		if (has_summary(m, row))
			write_summary(p, row.lesson);
	}
}

int view_menu_row_at(const struct model *m, int line)
{
	int at = m->rows >= ROWS_OF_SUM ? SUM_ROWS : 0;

	for (int i = 0, n = model_menu_rows(m); i < n && at <= line; i++) {
		struct menu_row row = model_menu_row(m, i);

		if (at == line)
			return i;
		at += has_summary(m, row) ? 2 : 1;
	}
	return -1;
}

/* ---- the column beside it: the lesson under the cursor ------------------------------------- */

static void side_exercise(struct page *p, const struct outline_exercise *e, bool here)
{
	char minutes[16];

	view_minutes(e->minutes, minutes);
	page_line(p);
	if (here)
		p->selected = (int)p->nlines - 1;
	page_printf(p, style_of_progress(e->progress), "%s ", mark_of_progress(e->progress));
	page_fit(p, e->progress == PROGRESS_PASSED ? STYLE_DIM : STYLE_PLAIN, e->name, p->width < WIDTH_OF_TITLES ? p->width - 10 : NAME_COLS);
	if (p->width >= WIDTH_OF_TITLES)
		page_fit(p, STYLE_DIM, view_title(e), p->width - 10 - NAME_COLS);
	page_printf(p, STYLE_DIM, "%8s", minutes);
}

/* The exercise under the cursor, above its lesson. */
static void side_chosen(struct page *p, const struct outline_exercise *e)
{
	char minutes[16];

	view_minutes(e->minutes, minutes);
	page_wrap(p, 0, STYLE_TITLE, e->title);
	page_line(p);
	write_progress(p, e);
	page_printf(p, STYLE_DIM, ", about %s", minutes);
	if (e->hints)
		page_printf(p, STYLE_DIM, ", %d hint%s read", e->hints, e->hints == 1 ? "" : "s");
	page_blank(p);
}

static void side(const struct model *m, struct page *p)
{
	struct menu_row row = model_menu_row(m, m->cursor);
	const struct outline_lesson *l = row.lesson;
	char minutes[16];

	if (!l)
		return;
	if (row.exercise)
		side_chosen(p, row.exercise);
	page_wrap(p, 0, STYLE_TITLE, l->title);
	if (!row.exercise)
		page_blank(p);
	page_wrap(p, 0, STYLE_PLAIN, l->summary);
	page_blank(p);
	view_minutes(l->minutes, minutes);
	page_line(p);
	page_gauge(p, l->steps_done < l->steps ? l->steps_done : l->steps, l->steps, 12);
	page_printf(p, STYLE_DIM, " %3d/%d steps, %s", l->steps_done, l->steps, minutes);
	if (l->nexercises) {
		view_minutes(view_lesson_minutes(l) - l->minutes, minutes);
		page_line(p);
		page_gauge(p, l->passed, (int)l->nexercises, 12);
		page_printf(p, STYLE_DIM, " %3d/%zu exercises, %s", l->passed, l->nexercises, minutes);
		page_blank(p);
	}
	for (size_t i = 0; i < l->nexercises; i++)
		side_exercise(p, &l->exercises[i], row.exercise == &l->exercises[i]);
}

static const char *side_title(const struct model *m)
{
	struct menu_row row = model_menu_row(m, m->cursor);

	return row.exercise ? row.exercise->name : "lesson";
}

const struct view view_menu = { status_line, content, LAYOUT_SIDE, side, side_title };
