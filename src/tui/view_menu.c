/* view_menu.c - the lessons with their progress; an unfolded lesson also shows its exercises. */
#include "config.h"

#include "tui/view.h"

#define TITLE_COL 6
/* Columns from the right edge: a lesson's minutes and counts, an exercise's state. */
#define COUNTS_COLS 34
#define STATE_COLS 18

static void standing(const struct model *m, struct buf *out)
{
	buf_printf(out, "%d of %d exercises passed", m->outline.passed, m->outline.total);
}

static void write_lesson(const struct model *m, struct page *p, const struct outline_lesson *l)
{
	bool unfolded = m->unfolded[l - m->outline.lessons];
	bool done = l->steps_done >= l->steps && (size_t)l->passed == l->nexercises;
	const char *fold = !l->nexercises ? " " : unfolded ? "▾" : "▸";
	char number[8];

	view_number(l->id, number);
	page_printf(p, STYLE_DIM, "%s ", fold);
	page_printf(p, STYLE_DIM, "%s  ", number);
	page_fit(p, STYLE_TITLE, l->title, p->width - COUNTS_COLS - TITLE_COL);
	page_printf(p, STYLE_DIM, "%3d min", l->minutes);
	page_to(p, p->width - COUNTS_COLS + 11);
	if (l->steps_done >= l->steps)
		page_add(p, STYLE_DIM, "read");
	else if (l->steps_done)
		page_printf(p, STYLE_PLAIN, "step %d/%d", l->steps_done, l->steps);
	page_to(p, p->width - 9);
	if (l->nexercises)
		page_printf(p, done ? STYLE_GOOD : STYLE_PLAIN, "%2d/%zu", l->passed, l->nexercises);
	page_add(p, STYLE_GOOD, done ? " ✓" : "");
}

static void write_summary(struct page *p, const struct outline_lesson *l)
{
	page_line(p);
	page_to(p, TITLE_COL);
	page_fit(p, STYLE_DIM, l->summary, p->width - TITLE_COL);
}

static void write_exercise(struct page *p, const struct outline_exercise *e)
{
	page_to(p, TITLE_COL);
	page_printf(p, style_of_progress(e->progress), "%s ", mark_of_progress(e->progress));
	page_fit(p, STYLE_PLAIN, e->title, p->width - STATE_COLS - TITLE_COL - 4);
	page_to(p, p->width - STATE_COLS);
	if (e->progress == PROGRESS_PASSED)
		page_add(p, STYLE_GOOD, "passed");
	else if (e->attempts)
		page_printf(p, STYLE_PLAIN, "tried %d time%s", e->attempts, e->attempts == 1 ? "" : "s");
	else
		page_add(p, STYLE_DIM, "new");
}

static void content(const struct model *m, struct page *p)
{
	struct menu_row next = model_suggested(m);

	if (!m->outline.nlessons)
		page_wrap(p, 0, STYLE_DIM, "there are no lessons here");
	for (int i = 0, n = model_menu_rows(m); i < n; i++) {
		struct menu_row row = model_menu_row(m, i);

		page_line(p);
		if (i == m->cursor)
			p->selected = (int)p->nlines - 1;
		if (row.exercise)
			write_exercise(p, row.exercise);
		else
			write_lesson(m, p, row.lesson);
		if (row.lesson == next.lesson && row.exercise == next.exercise) {
			page_to(p, p->width - 4);
			page_add(p, STYLE_EMPHASIS, "next");
		}
		if (!row.exercise && *row.lesson->summary && m->unfolded[row.lesson - m->outline.lessons])
			write_summary(p, row.lesson);
	}
}

const struct view view_menu = { standing, content };
