/* marks.c - see marks.h. */
#include "config.h"

#include "tui/marks.h"

#include <stdio.h>
#include <string.h>

const char *mark_of_progress(enum progress progress)
{
	static const char *const marks[] = {
		[PROGRESS_NEW] = "·", [PROGRESS_TRIED] = "○", [PROGRESS_PASSED] = "✓",
	};

	return marks[progress];
}

enum style style_of_progress(enum progress progress)
{
	return progress == PROGRESS_PASSED ? STYLE_GOOD : progress == PROGRESS_TRIED ? STYLE_EMPHASIS : STYLE_DIM;
}

void view_number(const char *lesson_id, char out[8])
{
	snprintf(out, 8, "%.*s", (int)strcspn(lesson_id, "_"), lesson_id);
}

void view_minutes(int minutes, char out[16])
{
	if (minutes < 60)
		snprintf(out, 16, "%d min", minutes);
	else
		snprintf(out, 16, "%d h %02d", minutes / 60 % 1000, minutes % 60);
}

int view_lesson_minutes(const struct outline_lesson *l)
{
	int minutes = l->minutes;

	for (size_t i = 0; i < l->nexercises; i++)
		minutes += l->exercises[i].minutes;
	return minutes;
}

/* Many titles begin with the name. */
const char *view_title(const struct outline_exercise *e)
{
	size_t n = strlen(e->name);

	return !strncmp(e->title, e->name, n) && !strncmp(e->title + n, ": ", 2) ? e->title + n + 2 : e->title;
}

/* ---- pictures of progress --------------------------------------------------------------- */

static void add_times(struct page *p, enum style style, const char *sign, int times)
{
	struct buf text = BUF_INIT;

	while (times-- > 0)
		buf_puts(&text, sign);
	page_add(p, style, buf_text(&text));
	buf_release(&text);
}

void page_gauge(struct page *p, int done, int all, int columns)
{
	int full = all > 0 ? (int)((long)done * columns / all) : 0;

	if (done > 0 && full == 0)
		full = 1;
	add_times(p, done >= all && all > 0 ? STYLE_GOOD : STYLE_ACCENT, "▰", full);
	add_times(p, STYLE_FRAME, "▱", columns - full);
}

void page_strip(struct page *p, const struct outline_lesson *l, int columns)
{
	int shown = (int)l->nexercises <= columns ? (int)l->nexercises : columns - 1;

	for (int i = 0; i < shown; i++)
		page_add(p, style_of_progress(l->exercises[i].progress), mark_of_progress(l->exercises[i].progress));
	if (shown < (int)l->nexercises)
		page_add(p, STYLE_DIM, "…");
}

void page_cases(struct page *p, const struct attempt *a, int columns)
{
	int shown = (int)a->ncases <= columns ? (int)a->ncases : columns - 1;

	for (int i = 0; i < shown; i++) {
		bool passed = a->cases[i].verdict == VERDICT_PASSED;

		page_add(p, !a->cases[i].ran ? STYLE_DIM : passed ? STYLE_GOOD : STYLE_BAD,
			 !a->cases[i].ran ? "·" : passed ? "✓" : "✗");
	}
	if (shown < (int)a->ncases)
		page_add(p, STYLE_DIM, "…");
}

void page_heading(struct page *p, enum style style, const char *text)
{
	page_blank(p);
	page_line(p);
	page_add(p, style, text);
}
