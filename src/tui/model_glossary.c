/*
 * model_glossary.c - selects the terms that the glossary shows: those that the
 * page below uses, or all; and moves from one to the next.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "tui/model.h"

void model_page_words(const struct model *m, struct buf *out)
{
	struct step task = { .kind = STEP_TEXT, .text = m->assignment.task };

	if (model_page(m) == PAGE_LESSON && model_step(m)) {
		buf_puts(out, model_step(m)->title ? model_step(m)->title : "");
		buf_putc(out, ' ');
		step_words(model_step(m), false, out);
	} else if (model_page(m) != PAGE_MENU && task.text) {
		step_words(&task, false, out);
	}
	for (size_t i = 0; model_page(m) == PAGE_RESULT && m->attempt && i < m->attempt->nfindings; i++)
		buf_printf(out, " %s", m->attempt->findings[i].message);
}

void model_set_glossary(struct model *m, const struct glossary *g)
{
	struct buf words = BUF_INIT;
	bool *here = model_page(m) == PAGE_GLOSSARY ? m->terms_here : calloc(g->nterms + 1, sizeof *here), any = here == m->terms_here;

	model_page_words(m, &words);
	for (size_t i = 0; here && here != m->terms_here && i < g->nterms; i++)
		any |= here[i] = term_occurs(&g->terms[i], buf_text(&words));
	buf_release(&words);
	if (!any) {
		free(here);
		here = NULL;
	}
	if (here != m->terms_here)
		free(m->terms_here);
	m->terms_here = here;
	m->terms_all = !here || m->term;
	m->term_chosen = 0;
	m->glossary = g;
	model_push(m, PAGE_GLOSSARY);
}

static bool is_on_page(const struct model *m, size_t i)
{
	return !m->terms_here || m->terms_here[i];
}

bool model_term_shown(const struct model *m, size_t i)
{
	return m->terms_all || is_on_page(m, i);
}

size_t model_term_first(const struct model *m)
{
	size_t i = 0;

	while (i < m->glossary->nterms && (!m->term || strcmp(m->glossary->terms[i].name, m->term)))
		i++;
	return i;
}

/* The term at a position of the page, from 0 on. */
static size_t term_at(const struct model *m, size_t place)
{
	const size_t first = model_term_first(m);

	if (first == m->glossary->nterms)
		return place;
	return place == 0 ? first : place <= first ? place - 1 : place;
}

void model_term_next(struct model *m, int step)
{
	const size_t n = m->glossary->nterms;
	size_t place = step > 0 ? n - 1 : 0; /* if none is chosen: before the first, or after the last */

	for (size_t i = 0; i < n && m->term_chosen; i++)
		if (term_at(m, i) == m->term_chosen - 1)
			place = i;
	for (size_t i = 0; i < n; i++) {
		place = (place + (step > 0 ? 1 : n - 1)) % n;
		if (!is_on_page(m, term_at(m, place)))
			continue;
		m->term_chosen = term_at(m, place) + 1;
		m->term_followed = true;
		return;
	}
}
