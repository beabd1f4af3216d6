/* view_glossary.c - the terms of the page below, or all of them. */
#include "config.h"

#include <string.h>

#include "tui/view.h"

static bool is_shown(const struct model *m, size_t i)
{
	return m->terms_all || !m->terms_here || m->terms_here[i];
}

static void standing(const struct model *m, struct buf *out)
{
	size_t n = 0;

	for (size_t i = 0; i < m->glossary->nterms; i++)
		n += is_shown(m, i);
	buf_printf(out, "%zu of %zu terms", n, m->glossary->nterms);
}

static void write_term(struct page *p, const struct term *t)
{
	page_blank(p);
	page_line(p);
	page_add(p, STYLE_TITLE, t->name);
	for (size_t k = 0; k < t->nsee; k++) {
		page_add(p, STYLE_DIM, k ? ", " : "  see: ");
		page_add(p, STYLE_DIM, t->see[k]);
	}
	page_markup(p, t->text);
}

static void content(const struct model *m, struct page *p)
{
	const struct glossary *g = m->glossary;
	const struct term *first = NULL;

	for (size_t i = 0; i < g->nterms && m->term; i++)
		if (!strcmp(g->terms[i].name, m->term))
			first = &g->terms[i];
	if (first)
		write_term(p, first);
	else if (!m->terms_here)
		page_wrap(p, 0, STYLE_DIM, "These are all terms of the lessons.");
	else if (!m->terms_all)
		page_wrap(p, 0, STYLE_DIM, "These terms are on the page that you come from.");
	for (size_t i = 0; i < g->nterms; i++)
		if (is_shown(m, i) && &g->terms[i] != first)
			write_term(p, &g->terms[i]);
	if (!g->nterms)
		page_wrap(p, 0, STYLE_DIM, "These lessons have no glossary.");
}

const struct view view_glossary = { standing, content, LAYOUT_PAGE, NULL, NULL };
