/* model_nearby.c - what a large window shows beside a page: requests it once, and keeps it. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/layout.h"
#include "tui/model.h"

const struct assignment *model_ahead(const struct model *m)
{
	const struct step *step = model_step(m);

	return step && step->kind == STEP_EXERCISE && m->ahead.id && !strcmp(m->ahead.id, step->exercise) ? &m->ahead : NULL;
}

void model_ask_nearby(struct model *m)
{
	const struct step *step = model_page(m) == PAGE_LESSON ? model_step(m) : NULL;
	const bool beside = m->cols >= LAYOUT_SIDE_COLS && m->rows >= LAYOUT_FRAME_ROWS;

	if (m->depth && !model_is_class(m) && !m->terms_asked && m->cols >= LAYOUT_LOWER_COLS && m->rows >= LAYOUT_LOWER_ROWS) {
		m->terms_asked = true;
		if (!m->glossary)
			model_effect(m, EFFECT_TERMS, NULL, 0, false);
	}
	if (beside && step && step->kind == STEP_EXERCISE && strcmp(m->ahead_asked, step->exercise)) {
		snprintf(m->ahead_asked, sizeof m->ahead_asked, "%s", step->exercise);
		model_effect(m, EFFECT_AHEAD, step->exercise, 0, false);
	}
}

void model_set_ahead(struct model *m, struct assignment *a, char *source)
{
	arena_release(&m->ahead.arena);
	free(m->ahead_source);
	m->ahead = *a;
	m->ahead_source = source;
	memset(a, 0, sizeof *a);
}

void model_forget_ahead(struct model *m)
{
	model_set_ahead(m, &(struct assignment){ .id = NULL }, NULL);
	m->ahead_asked[0] = '\0';
}

void model_set_terms(struct model *m, const struct glossary *g)
{
	m->glossary = g;
}
