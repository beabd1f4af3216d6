/* menu.c - the lessons with their progress; an unfolded lesson also shows its exercises. */
#include "config.h"

#include "tui/pages/menu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/source.h"
#include "tui/marks.h"
#include "tui/pages/exercise.h"
#include "tui/pages/lesson.h"

#define TITLE_COL 6
#define STATE_COLS 16
#define STATE_WORD 8 /* of them: "12 tries" */
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
#define ROWS_OF_SUM      30 /* the minimum height of the window for the total progress */
#define ROWS_OF_SOON     20 /* and for what comes next */
#define ROWS_OF_SUMMARIES 44 /* the minimum for the summaries of all lessons, if that leaves room for the exercises of one */

static void status_line(const struct model *m, struct buf *out)
{
	buf_printf(out, _("%d of %d exercises passed"), m->outline.passed, m->outline.total);
}

static bool *unfolded_of(const struct model *m, const struct outline_lesson *l)
{
	return &menu_of(m)->unfolded[l - m->outline.lessons];
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
	const char *words = _(" ← next");

	page_add(p, STYLE_ACCENT, p->col + text_width(words) < end ? words : " ←");
}

/* The columns of an exercise's state and minutes: other languages may need more of them. */
static int state_columns(void)
{
	const char *const words[] = { _("passed"), _("new"), tr_n("%d try", "%d tries", 2) };
	int widest = STATE_WORD;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (text_width(words[i]) > widest)
			widest = text_width(words[i]);
	return STATE_COLS - STATE_WORD + widest;
}

/*
 *	▸ 01  Kernels          ▰▰▰▱▱▱▱▱  ✓✓○····          2/7  1 h 29
 */
static void write_lesson(const struct model *m, struct page *p, const struct outline_lesson *l, bool next)
{
	bool unfolded = menu_of(m)->unfolded[l - m->outline.lessons];
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
		page_add(p, STYLE_GOOD, _("passed"));
	else if (e->attempts)
		page_printf(p, STYLE_PLAIN, tr_n("%d try", "%d tries", (uint64_t)e->attempts), e->attempts);
	else
		page_add(p, STYLE_DIM, _("new"));
}

/* The name is what commands and links call it; a narrow window has room for the title alone. */
static void write_exercise(struct page *p, const struct outline_exercise *e, bool next)
{
	bool named = p->width >= WIDTH_OF_LONG_STRIP, timed = p->width >= WIDTH_OF_MINUTES;
	int state = p->width - state_columns() + (timed ? 0 : 2);
	char minutes[16];

	page_to(p, TITLE_COL);
	page_printf(p, style_of_progress(e->progress), "%s ", mark_of_progress(e->progress));
	if (named)
		page_fit(p, STYLE_PLAIN, e->name, NAME_COLS);
	page_fit(p, named ? STYLE_DIM : STYLE_PLAIN, named ? view_title(e) : e->title, state - p->col - (next ? 8 : 1));
	if (next)
		page_add(p, STYLE_ACCENT, _(" ← next"));
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

	return !row.exercise && *row.lesson->summary && (all || menu_of(m)->unfolded[row.lesson - m->outline.lessons]);
}

#define SOON 30 /* minutes */

/* What the next half hour brings: pages of lessons and exercises in the order of the course, from the suggested one on. */
static void write_soon(const struct model *m, struct page *p)
{
	struct menu_row next = menu_suggested(m);
	struct buf text = BUF_INIT;
	int minutes = 0;

	for (const struct outline_lesson *l = next.lesson; l && l < m->outline.lessons + m->outline.nlessons &&
	     minutes < SOON; l++) {
		int left = l->steps_done < l->steps ? l->minutes * (l->steps - l->steps_done) / l->steps : 0;

		if (l->steps_done < l->steps)
			{
			buf_puts(&text, text.len ? ", " : "");
			buf_printf(&text, l->steps_done ? _("the rest of \"%s\"") : _("the pages of \"%s\""), l->title);
		};
		minutes += left;
		for (size_t k = 0; k < l->nexercises && minutes < SOON; k++) {
			if (l->exercises[k].progress == PROGRESS_PASSED)
				continue;
			buf_printf(&text, "%s%s", text.len ? ", " : "", l->exercises[k].name);
			minutes += l->exercises[k].minutes;
		}
	}
	page_line(p);
	page_add(p, STYLE_DIM, text.len ? _("the next half hour: ") : "");
	page_fit(p, STYLE_PLAIN, text.len ? buf_text(&text) : _("you have done everything"), p->width - p->col);
	buf_release(&text);
}

/* The lines above the lessons. */
static int sum_rows(const struct model *m)
{
	return m->rows >= ROWS_OF_SUM ? 3 : m->rows >= ROWS_OF_SOON ? 2 : 0;
}

static void write_sum(const struct model *m, struct page *p)
{
	if (m->rows >= ROWS_OF_SUM) {
		page_line(p);
		page_gauge(p, m->outline.passed, m->outline.total, p->width < 80 ? p->width / 3 : p->width / 2);
		page_printf(p, STYLE_PLAIN, _("  %d of %d exercises"), m->outline.passed, m->outline.total);
	}
	if (sum_rows(m)) {
		write_soon(m, p);
		page_blank(p);
	}
}

static void content(const struct model *m, struct page *p)
{
	struct menu_row next = menu_suggested(m);

	write_sum(m, p);
	if (!m->outline.nlessons)
		page_wrap(p, 0, STYLE_DIM, _("there are no lessons here"));
	for (int i = 0, n = menu_rows(m); i < n; i++) {
		struct menu_row row = menu_row(m, i);

		page_line(p);
		if (i == menu_of(m)->cursor)
			p->selected = (int)p->nlines - 1;
		if (row.exercise)
			write_exercise(p, row.exercise, row.lesson == next.lesson && row.exercise == next.exercise);
		else
			write_lesson(m, p, row.lesson, row.lesson == next.lesson && !next.exercise);
		if (has_summary(m, row))
			write_summary(p, row.lesson);
	}
}

/* The row on that line of the page; -1: none. */
static int row_at(const struct model *m, int line)
{
	int at = sum_rows(m);

	for (int i = 0, n = menu_rows(m); i < n && at <= line; i++) {
		struct menu_row row = menu_row(m, i);

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
	page_fit(p, e->progress == PROGRESS_PASSED ? STYLE_DIM : STYLE_PLAIN, e->name,
		 p->width < WIDTH_OF_TITLES ? p->width - 10 : NAME_COLS);
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
	page_printf(p, STYLE_DIM, _(", about %s"), minutes);
	if (e->hints)
		page_printf(p, STYLE_DIM, tr_n(", %d hint read", ", %d hints read", (uint64_t)e->hints), e->hints);
	page_blank(p);
}

static void side(const struct model *m, struct page *p)
{
	struct menu_row row = menu_row(m, menu_of(m)->cursor);
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
	page_printf(p, STYLE_DIM, _(" %3d/%d steps, %s"), l->steps_done, l->steps, minutes);
	if (l->nexercises) {
		view_minutes(view_lesson_minutes(l) - l->minutes, minutes);
		page_line(p);
		page_gauge(p, l->passed, (int)l->nexercises, 12);
		page_printf(p, STYLE_DIM, _(" %3d/%zu exercises, %s"), l->passed, l->nexercises, minutes);
		page_blank(p);
	}
	for (size_t i = 0; i < l->nexercises && !*unfolded_of(m, l); i++) /* an unfolded lesson has them on the page */
		side_exercise(p, &l->exercises[i], row.exercise == &l->exercises[i]);
}

static const char *side_title(const struct model *m)
{
	struct menu_row row = menu_row(m, menu_of(m)->cursor);

	return row.exercise ? row.exercise->name : _("lesson");
}

/* ---- the rows -------------------------------------------------------------------------------- */

#define TO_SUGGESTED (-1) /* as `cursor`: the next outline moves it to the suggested row */

int menu_rows(const struct model *m)
{
	int rows = 0;

	for (size_t i = 0; i < m->outline.nlessons; i++)
		rows += 1 + (menu_of(m)->unfolded[i] ? (int)m->outline.lessons[i].nexercises : 0);
	return rows;
}

struct menu_row menu_row(const struct model *m, int row)
{
	for (size_t i = 0; i < m->outline.nlessons; i++) {
		const struct outline_lesson *l = &m->outline.lessons[i];
		int shown = menu_of(m)->unfolded[i] ? (int)l->nexercises : 0;

		if (row == 0)
			return (struct menu_row){ l, NULL };
		if (row <= shown)
			return (struct menu_row){ l, &l->exercises[row - 1] };
		row -= 1 + shown;
	}
	return (struct menu_row){ NULL, NULL };
}

/* -1: folded away. */
static int row_of(const struct model *m, struct menu_row wanted)
{
	for (int i = 0, n = menu_rows(m); i < n; i++) {
		struct menu_row row = menu_row(m, i);

		if (row.lesson == wanted.lesson && row.exercise == wanted.exercise)
			return i;
	}
	return -1;
}

/* Suggests a lesson before its exercises, because its steps lead to them. */
struct menu_row menu_suggested(const struct model *m)
{
	for (size_t i = 0; i < m->outline.nlessons; i++) {
		const struct outline_lesson *l = &m->outline.lessons[i];

		if (l->nexercises ? (size_t)l->passed == l->nexercises : l->steps_done >= l->steps)
			continue;
		if (l->steps_done < l->steps)
			return (struct menu_row){ l, NULL };
		for (size_t k = 0; k < l->nexercises; k++)
			if (l->exercises[k].progress != PROGRESS_PASSED)
				return (struct menu_row){ l, &l->exercises[k] };
	}
	return (struct menu_row){ NULL, NULL };
}

/* A row that is folded away is unfolded. */
static void cursor_to(struct model *m, struct menu_row row)
{
	if (row.exercise)
		*unfolded_of(m, row.lesson) = true;
	menu_of(m)->cursor = row_of(m, row);
}

void menu_to_suggested(struct model *m, int key)
{
	struct menu_row next = menu_suggested(m);

	if (!next.lesson) {
		model_notice(m, false, _("you have done everything"));
		return;
	}
	*unfolded_of(m, next.lesson) = true;
	menu_of(m)->cursor = row_of(m, next);
}

static int *cursor(struct model *m, int *rows)
{
	*rows = menu_rows(m);
	return &menu_of(m)->cursor;
}

/* ---- the learner's progress ------------------------------------------------------------------- */

static bool outline_set(struct model *m, const struct outline *o)
{
	struct menu_page *menu = menu_of(m);

	if (!menu->unfolded || o->nlessons != m->outline.nlessons) {
		bool *unfolded = calloc(o->nlessons + 1, sizeof *unfolded);

		if (!unfolded)
			return false;
		free(menu->unfolded);
		menu->unfolded = unfolded;
		menu->cursor = TO_SUGGESTED;
	}
	arena_release(&m->outline.arena);
	m->outline = *o;
	if (menu->cursor < 0 && menu_suggested(m).lesson)
		menu_to_suggested(m, 0);
	if (menu->cursor < 0 || menu->cursor >= menu_rows(m))
		menu->cursor = 0;
	return true;
}

int outline_read(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err)
{
	struct outline o = { 0 };
	int status;

	if (!b->outline) /* a class has no menu */
		return 0;
	status = b->outline(b->ctx, &o, err);
	if (!status && !outline_set(m, &o))
		status = error_nomem(err);
	if (status)
		arena_release(&o.arena);
	return status;
}

static void begin(struct model *m)
{
	menu_of(m)->cursor = TO_SUGGESTED;
	model_effect(m, outline_read, NULL, 0, false);
}

static void release(struct model *m)
{
	free(menu_of(m)->unfolded);
}

/* ---- keys ----------------------------------------------------------------------------------------- */

static void row_open(struct model *m, int key)
{
	struct menu_row row = menu_row(m, menu_of(m)->cursor);

	lesson_of(m)->norigins = 0;
	if (row.exercise)
		model_effect(m, exercise_run, row.exercise->id, 0, false);
	else if (row.lesson)
		model_effect(m, lesson_run, row.lesson->id, 0, false);
}

/* by 1: unfolds, -1: folds. */
static void fold(struct model *m, int by)
{
	struct menu_row row = menu_row(m, menu_of(m)->cursor);

	if (!row.lesson)
		return;
	row.exercise = NULL;
	if (by < 0)
		menu_of(m)->cursor = row_of(m, row);
	*unfolded_of(m, row.lesson) = by > 0;
}

static void turn(struct model *m, int key)
{
	struct menu_row row = menu_row(m, menu_of(m)->cursor);

	fold(m, row.lesson && *unfolded_of(m, row.lesson) ? -1 : 1);
}

static bool any(const struct model *m)
{
	return m->outline.nlessons > 0;
}

static bool is_elsewhere(const struct model *m)
{
	return row_of(m, menu_suggested(m)) != menu_of(m)->cursor;
}

static void click(struct model *m, int line)
{
	int at = row_at(m, line);

	if (at >= 0 && at == menu_of(m)->cursor)
		row_open(m, 0);
	else if (at >= 0)
		menu_of(m)->cursor = at;
}

static const struct action actions[] = {
	{ REQUEST_OPEN, row_open, any }, { REQUEST_FOLD, turn, any }, { REQUEST_EXPAND, fold, .by = 1 },
		{ REQUEST_COLLAPSE, fold, .by = -1 },
	{ REQUEST_SUGGESTED, menu_to_suggested, is_elsewhere }, { REQUEST_NONE },
};

/* ---- the ways that begin here -------------------------------------------------------------------- */

static struct menu_row exercise_named(const struct model *m, const char *word)
{
	for (size_t i = 0; i < m->outline.nlessons; i++) {
		const struct outline_lesson *l = &m->outline.lessons[i];

		for (size_t k = 0; k < l->nexercises; k++)
			if (!strcmp(l->exercises[k].id, word) || !strcmp(l->exercises[k].name, word))
				return (struct menu_row){ l, &l->exercises[k] };
	}
	return (struct menu_row){ NULL, NULL };
}

void menu_open(struct model *m, const char *word)
{
	struct outline *o = &m->outline;
	const char **ids = arena_array(&o->arena, o->nlessons + 1, sizeof *ids), *id;
	struct menu_row row = exercise_named(m, word);
	struct error err = { 0 };

	for (size_t i = 0; ids && i < o->nlessons; i++)
		ids[i] = o->lessons[i].id;
	if (row.exercise) {
		cursor_to(m, row);
		model_effect(m, exercise_run, row.exercise->id, 0, false);
	} else if (!ids) {
		model_notice(m, true, _("out of memory"));
	} else if (lesson_resolve(ids, o->nlessons, word, &id, &err)) {
		model_notice(m, true, "%s", err.text);
	} else {
		cursor_to(m, (struct menu_row){ model_lesson_of(m, id), NULL });
		model_effect(m, lesson_run, id, 0, false);
	}
}

void menu_resume(struct model *m, const struct bookmark *b)
{
	const struct outline_lesson *l = b->lesson[0] ? model_lesson_of(m, b->lesson) : NULL;
	struct menu_row row = exercise_named(m, b->exercise);

	if (l && !strcmp(l->id, b->lesson)) {
		cursor_to(m, (struct menu_row){ l, NULL });
		model_effect(m, lesson_run, l->id, b->step, false);
	} else {
		l = NULL;
	}
	if (row.exercise) {
		cursor_to(m, row);
		model_effect(m, exercise_run, row.exercise->id, 0, false);
	}
	if (l || row.exercise)
		model_notice(m, false, l && row.exercise ? _("here you left; %s goes to the lesson")
				: _("here you left; %s goes to the menu"),
			     request_key(REQUEST_BACK));
}

void menu_bookmark(const struct model *m, struct bookmark *b)
{
	memset(b, 0, sizeof *b);
	for (int i = 0; i <= m->depth; i++) {
		if (m->places[i].page == PAGE_LESSON) {
			snprintf(b->lesson, sizeof b->lesson, "%s", lesson_of(m)->lesson->id);
			b->step = (int)lesson_of(m)->step + 1;
		} else if (m->places[i].page == PAGE_EXERCISE) {
			snprintf(b->exercise, sizeof b->exercise, "%s", exercise_of(m)->assignment.id);
		}
	}
}

const struct view view_menu = {
	.size = sizeof(struct menu_page), .begin = begin, .release = release, .actions = actions, .cursor = cursor,
	.undisturbed = true, .status_line = status_line, .content = content, .layout = LAYOUT_SIDE, .wide = true, .side = side,
	.side_title_now = side_title, .title = N_("lessons"), .click = click,
};
