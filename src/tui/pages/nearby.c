/*
 * nearby.c - what a large window shows below a lesson, an exercise or a result, so that the learner need not leave the page for
 * it: the terms that the page uses, the exercises of the lesson, the file or the task of the exercise.
 */
#include "config.h"

#include <string.h>

#include "base/language.h"
#include "base/source.h"
#include "tui/marks.h"
#include "tui/pages/exercise.h"
#include "tui/pages/glossary.h"
#include "tui/pages/lesson.h"
#include "tui/pages/nearby.h"
#include "tui/pages/source.h"

#define NAME_COLS 20

/* The name, and the text in a column beside it. */
static void write_term(struct page *p, const struct term *t, int names)
{
	const struct step text = { .kind = STEP_TEXT, .text = t->text };
	struct line *lines;
	struct error ignored;
	size_t n;

	if (lesson_render(&text, NULL, p->width - names, p->ascii, &p->arena, &lines, &n, &ignored))
		return;
	for (size_t i = 0; i < n; i++) {
		page_line(p);
		if (!i)
			page_fit(p, STYLE_EMPHASIS, t->name, names - 1);
		page_to(p, names);
		for (size_t k = 0; k < lines[i].nspans; k++)
			page_add(p, lines[i].spans[k].style, lines[i].spans[k].text);
	}
}

/* The terms that the page uses, each with its text. */
static void write_terms(const struct model *m, struct page *p)
{
	struct buf words = BUF_INIT;
	int names = 0;

	glossary_words(m, &words);
	for (int pass = 0; pass < 2; pass++) /* first the width of the names, then the terms */
		for (size_t i = 0; glossary_of(m)->glossary && i < glossary_of(m)->glossary->nterms; i++) {
			const struct term *t = &glossary_of(m)->glossary->terms[i];

			if (!term_occurs(t, buf_text(&words)))
				continue;
			if (pass)
				write_term(p, t, names);
			else if (text_width(t->name) + 3 > names)
				names = text_width(t->name) + 3 < NAME_COLS ? text_width(t->name) + 3 : NAME_COLS;
		}
	buf_release(&words);
}

/* The exercises of a lesson, the open one marked. */
static void write_exercises(const struct model *m, struct page *p, const struct outline_lesson *l)
{
	int names = 0;

	for (size_t i = 0; i < l->nexercises; i++)
		if ((int)strlen(l->exercises[i].name) > names)
			names = (int)strlen(l->exercises[i].name);
	for (size_t i = 0; i < l->nexercises; i++) {
		const struct outline_exercise *e = &l->exercises[i];
		bool open = model_page(m) != PAGE_LESSON && exercise_of(m)->assignment.id &&
			    !strcmp(e->id, exercise_of(m)->assignment.id);
		char minutes[16];

		view_minutes(e->minutes, minutes);
		page_line(p);
		page_printf(p, open && e->progress != PROGRESS_PASSED ? STYLE_ACCENT : style_of_progress(e->progress), "%s ",
			    open && e->progress != PROGRESS_PASSED ? "▸" : mark_of_progress(e->progress));
		page_fit(p, open ? STYLE_ACCENT : STYLE_PLAIN, e->name, names + 2);
		page_fit(p, STYLE_DIM, view_title(e), p->width - p->col - 10);
		page_printf(p, STYLE_DIM, "%10s", minutes);
	}
}

/* ---- below a lesson --------------------------------------------------------------------------- */

static bool is_exercise(const struct model *m)
{
	const struct step *step = lesson_step(m);

	return step && step->kind == STEP_EXERCISE && lesson_ahead(m);
}

/* The learner's file, from where its code begins. */
static void write_file(const struct model *m, struct page *p)
{
	const char *text = lesson_of(m)->ahead_source;
	struct step code = { .kind = STEP_CODE, .language = strstr(lesson_of(m)->ahead.path, ".py") ? "python" : "cuda" };

	for (int line = text ? source_code_begin(text) : 0; line > 0 && strchr(text, '\n'); line--)
		text = strchr(text, '\n') + 1;
	code.text = text;
	if (text)
		page_step(p, &code, NULL);
	else
		page_wrap(p, 0, STYLE_DIM, _("the file cannot be read"));
}

void nearby_lesson(const struct model *m, struct page *p)
{
	const struct outline_lesson *l = model_lesson_of(m, lesson_of(m)->lesson->id);

	if (is_exercise(m)) {
		write_file(m, p);
		return;
	}
	write_terms(m, p);
	if (!l || !l->nexercises)
		return;
	if (p->nlines)
		page_heading(p, STYLE_DIM, _("exercises of this lesson"));
	write_exercises(m, p, l);
}

const char *nearby_lesson_title(const struct model *m)
{
	struct page terms;
	bool any;

	if (is_exercise(m))
		return _("your file");
	page_init(&terms, 80, m->ascii);
	write_terms(m, &terms);
	any = terms.nlines > 0;
	page_release(&terms);
	return any ? _("terms on this page") : _("exercises of this lesson");
}

/* ---- below an exercise and its result ------------------------------------------------------------ */

void nearby_exercise(const struct model *m, struct page *p)
{
	const struct outline_lesson *l = model_lesson_of(m, exercise_of(m)->assignment.id);

	if (l)
		write_exercises(m, p, l);
	page_blank(p);
	write_terms(m, p);
}

const char *nearby_exercise_title(const struct model *m)
{
	const struct outline_lesson *l = model_lesson_of(m, exercise_of(m)->assignment.id);

	return l ? l->title : "";
}

static bool has_passed(const struct model *m)
{
	return model_page(m) == PAGE_RESULT && exercise_of(m)->attempt && exercise_of(m)->attempt->verdict == VERDICT_PASSED;
}

void nearby_task(const struct model *m, struct page *p)
{
	if (has_passed(m)) {
		nearby_exercise(m, p);
		return;
	}
	page_line(p);
	page_add(p, STYLE_TITLE, exercise_of(m)->assignment.title);
	page_blank(p);
	page_markup(p, exercise_of(m)->assignment.task);
}

const char *nearby_task_title(const struct model *m)
{
	return has_passed(m) ? nearby_exercise_title(m) : _("task");
}
