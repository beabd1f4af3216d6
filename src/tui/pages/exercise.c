/* exercise.c - an exercise's task, its file, and its state. */
#include "config.h"

#include <string.h>

#include "base/source.h"
#include "tui/view.h"

#define LABEL_COLS 10
#define GAUGE_COLS 14

static void status_line(const struct model *m, struct buf *out)
{
	const struct assignment *a = &m->assignment;

	if (!a->attempts)
		buf_puts(out, "not tried yet");
	else
		buf_printf(out, "%s%d %s", a->passed ? "passed, " : "", a->attempts, a->attempts == 1 ? "try" : "tries");
}

static void label(struct page *p, const char *name)
{
	page_line(p);
	page_add(p, STYLE_DIM, name);
	page_to(p, LABEL_COLS);
}

/* Wraps a long path, because a cut one is useless. */
static void write_file(struct page *p, const char *path)
{
	label(p, "file");
	if (text_width(path) <= p->width - LABEL_COLS)
		page_add(p, STYLE_CODE, path);
	else
		page_wrap(p, 2, STYLE_CODE, path);
}

/* In the line of the difficulty: a small window has few. */
static void write_language(const struct assignment *a, struct page *p)
{
	if (!a->has_python)
		return;
	page_printf(p, STYLE_DIM, "; in %s (", a->python ? "Python" : "C++");
	page_add(p, STYLE_KEY, request_key(REQUEST_LANGUAGE));
	page_printf(p, STYLE_DIM, ": %s)", a->python ? "C++" : "Python");
}

static void write_hints(const struct model *m, struct page *p)
{
	int n = 0;

	while (n < 3 && m->assignment.hints[n])
		n++;
	if (!n)
		return;
	label(p, "hints");
	page_printf(p, STYLE_PLAIN, "%d of %d read", m->assignment.hints_used, n);
}

/* The running check: the number of finished cases, and its current stage. */
static void write_state(const struct model *m, struct page *p)
{
	struct buf text = BUF_INIT;

	attempt_state_text(&m->state, &text);
	if (m->state.at) {
		page_gauge(p, (int)m->state.at - 1, (int)m->state.of, m->state.of < GAUGE_COLS ? (int)m->state.of : GAUGE_COLS);
		page_add(p, STYLE_PLAIN, " ");
	} else {
		page_add(p, STYLE_PLAIN, "being checked: ");
	}
	page_add(p, STYLE_PLAIN, buf_text(&text));
	buf_release(&text);
}

static void write_notes(const struct model *m, struct page *p)
{
	const struct outline_lesson *l = model_lesson_of(m, m->assignment.id);

	if (!l || !l->notes)
		return;
	label(p, "notes");
	page_printf(p, STYLE_PLAIN, "%s opens yours on this lesson", request_key(REQUEST_NOTES));
}

/* A column for each attempt: its share of right cases, a full one for a pass. In ASCII tenths, and * for a pass. */
static void write_tries(const struct model *m, struct page *p)
{
	static const char *const bars[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	static const char *const digits[] = { "0", "1", "2", "3", "4", "5", "6", "7", "8", "9" };
	const struct assignment *a = &m->assignment;
	int room = p->width - LABEL_COLS - 2, from = a->ntries > room ? a->ntries - room : 0;

	if (!a->ntries)
		return;
	label(p, "tries");
	for (int i = from; i < a->ntries; i++) {
		const struct attempted *t = &a->tries[i];

		if (t->passed)
			page_add(p, STYLE_GOOD, p->ascii ? "*" : bars[7]);
		else
			page_add(p, STYLE_PLAIN, p->ascii ? digits[t->cases ? t->right * 9 / t->cases : 0] : bars[t->cases ? t->right * 6 / t->cases : 0]);
	}
	if (a->ntries + 40 < room)
		page_add(p, STYLE_DIM, "  how many cases were right, try by try");
}

static void write_last(const struct model *m, struct page *p)
{
	int verdict = m->assignment.last_verdict;

	label(p, "last");
	if (m->checking && !strcmp(m->checking_id, m->assignment.id))
		write_state(m, p);
	else if (verdict < 0)
		page_add(p, STYLE_DIM, "not tried yet: saving the file checks it");
	else
		page_add(p, verdict == VERDICT_PASSED ? STYLE_GOOD : STYLE_PLAIN,
			 verdict_headline((enum verdict)verdict));
}

static void content(const struct model *m, struct page *p)
{
	const struct assignment *a = &m->assignment;

	page_line(p);
	page_add(p, STYLE_TITLE, a->title);
	page_line(p);
	page_printf(p, STYLE_DIM, "difficulty %d of 3, about %d %s", a->difficulty, a->minutes, a->has_python ? "min" : "minutes");
	write_language(a, p);
	/* The facts come before the task, which may be longer than the window. */
	write_file(p, a->shown);
	write_hints(m, p);
	write_last(m, p);
	write_tries(m, p);
	write_notes(m, p);
	page_blank(p);
	page_markup(p, a->task);
}

const struct view view_exercise = { status_line, content, LAYOUT_SOURCE, NULL, NULL, nearby_exercise, nearby_exercise_title };
