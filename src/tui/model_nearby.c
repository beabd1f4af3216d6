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

/* ---- below a profile: the picture of its chosen line ---------------------------------------- */

const struct profile_line *model_profile_line(const struct model *m)
{
	return m->profile_lines ? m->profile_lines[m->profile_row] : NULL;
}

bool model_has_picture(const struct profile_line *l)
{
	return l && l->line &&
	       (l->counts.global_requests || l->counts.global_atomic_requests || l->counts.shared_requests || l->counts.shared_atomic_requests);
}

void model_set_beside(struct model *m, int line, const struct picture *p, struct arena *arena, const struct error *err)
{
	if (line != m->beside_line)
		return;
	arena_release(&m->beside_arena);
	m->beside_made = true;
	m->beside_error.text[0] = '\0';
	if (err) {
		m->beside_error = *err;
		return;
	}
	m->beside = *p;
	m->beside_arena = *arena;
	memset(arena, 0, sizeof *arena);
}

static void ask_beside(struct model *m)
{
	const struct profile_line *l = model_profile_line(m);

	if (m->cols < LAYOUT_TABLE_COLS || m->rows < LAYOUT_LOWER_ROWS || m->working[0] || m->checking || m->profile_old ||
	    !model_has_picture(l) || l->line == m->beside_line)
		return;
	m->beside_line = l->line;
	m->beside_made = false;
	model_effect(m, EFFECT_PICTURE, NULL, l->line, true);
}

/* ---- what the page lacks -------------------------------------------------------------------- */

void model_ask_nearby(struct model *m)
{
	const struct step *step = model_page(m) == PAGE_LESSON ? model_step(m) : NULL;
	const bool beside = m->cols >= LAYOUT_SIDE_COLS && m->rows >= LAYOUT_FRAME_ROWS;

	if (m->depth && !model_is_class(m) && !m->terms_asked && m->cols >= LAYOUT_LOWER_COLS && m->rows >= LAYOUT_LOWER_ROWS) {
		m->terms_asked = true;
		if (!m->glossary)
			model_effect(m, EFFECT_TERMS, NULL, 0, false);
	}
	if (model_page(m) == PAGE_PROFILE)
		ask_beside(m);
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
