/* view_lesson.c - one step of a lesson, and the number being typed under a question. */
#include "config.h"

#include "tui/view.h"

static void standing(const struct model *m, struct buf *out)
{
	buf_printf(out, "step %zu of %zu", m->step + 1, m->lesson->nsteps);
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
		page_add(p, STYLE_DIM, "> enter runs it");
	}
	if (step->kind != STEP_QUESTION || step->nchoices)
		return;
	page_blank(p);
	page_line(p);
	if (m->typed[0]) {
		page_printf(p, STYLE_EMPHASIS, "> %s", m->typed);
		page_add(p, STYLE_DIM, "   enter gives the answer");
	} else if (!m->answers[m->step].has_number) {
		page_add(p, STYLE_DIM, "> type a number, then enter");
	}
}

const struct view view_lesson = { standing, content };
