/* lesson.c - one step of a lesson, and the number or text that the learner types under a question. */
#include "config.h"

#include <string.h>

#include "base/path.h"
#include "base/source.h"
#include "tui/view.h"

static void status_line(const struct model *m, struct buf *out)
{
	const struct outline_lesson *l = model_lesson_of(m, m->lesson->id);

	buf_printf(out, "%s%sstep %zu of %zu", l && l->notes ? request_key(REQUEST_NOTES) : "", l && l->notes ? " notes  " : "", m->step + 1, m->lesson->nsteps);
}

/* The exercise that the step asks for, as in the menu. */
static void write_exercise(const struct model *m, struct page *p, const char *id)
{
	const struct outline_lesson *l = model_lesson_of(m, id);
	char minutes[16];

	for (size_t i = 0; l && i < l->nexercises; i++) {
		const struct outline_exercise *e = &l->exercises[i];

		if (strcmp(e->id, id))
			continue;
		view_minutes(e->minutes, minutes);
		page_blank(p);
		page_wrap(p, 0, STYLE_PLAIN, e->title);
		page_line(p);
		page_printf(p, style_of_progress(e->progress), "%s ", mark_of_progress(e->progress));
		page_add(p, STYLE_DIM, e->progress == PROGRESS_PASSED ? "passed" : e->attempts ? "tried" : "new");
		page_printf(p, STYLE_DIM, ", about %s", minutes);
	}
}

/* The blank; if its text does not fit, the end of it. */
static void write_blank(const struct model *m, struct page *p)
{
	const struct step_answer *answer = &m->answers[m->step];
	int hidden = (int)strlen(m->typed) - (p->width - 3);

	if (step_answer_right(model_step(m), answer))
		return;
	page_blank(p);
	page_line(p);
	if (!model_fills(m)) {
		page_printf(p, STYLE_ACCENT, "> %s %s your answer", request_key(REQUEST_ENTER), answer->filled[0] ? "changes" : "begins");
		return;
	}
	page_add(p, STYLE_DIM, "> ");
	page_add(p, STYLE_EMPHASIS, m->typed + (hidden > 0 ? hidden : 0));
	page_add(p, STYLE_ACCENT, p->ascii ? "_" : "▏");
}

static void write_number(const struct model *m, struct page *p)
{
	page_blank(p);
	page_line(p);
	if (m->typed[0]) {
		page_printf(p, STYLE_EMPHASIS, "> %s", m->typed);
		page_printf(p, STYLE_DIM, "   %s gives the answer", request_key(REQUEST_ENTER));
	} else if (!step_answer_right(model_step(m), &m->answers[m->step])) {
		page_printf(p, STYLE_DIM, "> type %s, then %s", m->answers[m->step].has_number ? "another" : model_step(m)->norder ?
			    "the lines' numbers in the right order (312...)" : "a number", request_key(REQUEST_ENTER));
	}
}

/* The lessons and exercises that the page names, and the keys that open them. */
static void write_links(const struct model *m, struct page *p)
{
	struct link links[LINKS_MOST];
	size_t n = model_links(m, links), chosen = model_link(m);
	char text[LINK_TEXT];

	if (!n)
		return;
	page_blank(p);
	page_line(p);
	page_printf(p, STYLE_ACCENT, "> %s opens", request_key(REQUEST_LINK));
	for (size_t i = 0; i < n; i++) {
		link_text(&links[i], text);
		if (p->col + text_width(text) + 3 > p->width)
			page_line(p);
		page_printf(p, i == chosen ? STYLE_ACCENT : STYLE_DIM, " %s%s", text, i + 1 < n ? "," : "");
	}
	if (n > 1 && p->col + 22 < p->width)
		page_printf(p, STYLE_DIM, "   %s chooses", request_key(REQUEST_LINK_NEXT));
}

static void content(const struct model *m, struct page *p)
{
	const struct step *step = model_step(m);

	if (!step) {
		page_wrap(p, 0, STYLE_DIM, "this lesson has no steps");
		return;
	}
	page_step(p, step, &m->answers[m->step]);
	if (step->kind == STEP_EXPERIMENT && !m->answers[m->step].chart) {
		page_blank(p);
		page_line(p);
		page_printf(p, STYLE_ACCENT, "> %s runs it", request_key(REQUEST_ENTER));
	}
	if (step->kind == STEP_EXERCISE) {
		write_exercise(m, p, step->exercise);
		page_blank(p);
		page_line(p);
		page_printf(p, STYLE_ACCENT, "> %s opens it", request_key(REQUEST_ENTER));
		if (model_ahead(m)) {
			page_blank(p);
			page_markup(p, model_ahead(m)->task);
		}
	}
	write_links(m, p);
	if (step->nblank)
		write_blank(m, p);
	else if (step->kind == STEP_QUESTION && !step->nchoices)
		write_number(m, p);
}

/* ---- the column beside it: the steps ------------------------------------------------------- */

#define SIDE_HEAD 2 /* lines above the steps */

static int steps_done(const struct model *m)
{
	const struct outline_lesson *l = model_lesson_of(m, m->lesson->id);
	int done = l ? l->steps_done : 0;

	return done > (int)m->step ? done : (int)m->step;
}

/* An exercise that is not passed, or a question without a right answer: skipped, but not done. */
static bool is_unfinished(const struct model *m, const struct step *step)
{
	const struct step_answer *answer = &m->answers[step - m->lesson->steps];
	const struct outline_lesson *l = step->kind == STEP_EXERCISE ? model_lesson_of(m, step->exercise) : NULL;

	if (step->kind == STEP_QUESTION)
		return !answer->known && !step_answer_right(step, answer);
	for (size_t i = 0; l && i < l->nexercises; i++)
		if (!strcmp(l->exercises[i].id, step->exercise))
			return l->exercises[i].progress != PROGRESS_PASSED;
	return false;
}

/* The question, in one line and without markup. */
static const char *question_words(const struct step *step, struct arena *arena)
{
	const struct step text = { .kind = STEP_TEXT, .text = step->text };
	struct buf words = BUF_INIT;
	const char *kept;

	step_words(&text, false, &words);
	kept = arena_strdup(arena, buf_text(&words));
	buf_release(&words);
	return kept ? kept : "question";
}

static void side(const struct model *m, struct page *p)
{
	int done = steps_done(m);

	page_line(p);
	page_gauge(p, (int)m->step + 1, (int)m->lesson->nsteps, p->width - 8);
	page_printf(p, STYLE_DIM, " %zu/%zu", m->step + 1, m->lesson->nsteps);
	page_blank(p);
	for (size_t i = 0; i < m->lesson->nsteps; i++) {
		static const char *const kinds[] = {
			[STEP_TEXT] = "text", [STEP_CODE] = "code", [STEP_GRID] = "picture", [STEP_QUESTION] = "question",
			[STEP_EXERCISE] = "exercise", [STEP_EXPERIMENT] = "experiment", [STEP_POINTS] = "key points",
		};
		const struct step *step = &m->lesson->steps[i];
		const char *own = step->kind == STEP_EXERCISE ? path_base(step->exercise) : step->title;
		const char *title = own ? own : step->kind == STEP_QUESTION && step->text ? question_words(step, &p->arena) : kinds[step->kind];
		bool here = i == m->step, behind = (int)i < done && !is_unfinished(m, step);

		page_line(p);
		page_add(p, here ? STYLE_ACCENT : behind ? STYLE_GOOD : STYLE_DIM, here ? "▸ " : behind ? "✓ " : "· ");
		page_fit(p, here ? STYLE_ACCENT : behind || step->title ? STYLE_PLAIN : STYLE_DIM, title, p->width - 2);
		if (here)
			p->selected = (int)p->nlines - 1;
	}
}

int view_lesson_step_at(const struct model *m, int line)
{
	line -= SIDE_HEAD;
	return line >= 0 && (size_t)line < m->lesson->nsteps ? line : -1;
}

static const char *side_title(const struct model *m)
{
	(void)m;
	return "steps";
}

const struct view view_lesson = { status_line, content, LAYOUT_SIDE, side, side_title, nearby_lesson, nearby_lesson_title };
