/* glossary.c - the terms of the page below, or all of them; the chosen one under the cursor, with its text in view. */
#include "config.h"

#include "base/source.h"
#include "tui/view.h"

static void status_line(const struct model *m, struct buf *out)
{
	size_t n = 0;

	for (size_t i = 0; i < m->glossary->nterms; i++)
		n += model_term_shown(m, i);
	buf_printf(out, "%zu of %zu terms", n, m->glossary->nterms);
}

/* Beside the name if there is room, otherwise below it. */
static void write_see(struct page *p, const struct term *t)
{
	struct buf text = BUF_INIT;

	for (size_t k = 0; k < t->nsee; k++)
		buf_printf(&text, "%s%s", k ? ", " : "see: ", t->see[k]);
	if (text.len && p->col + 2 + text_width(buf_text(&text)) <= p->width) {
		page_add(p, STYLE_DIM, "  ");
		page_add(p, STYLE_DIM, buf_text(&text));
	} else if (text.len) {
		page_wrap(p, 0, STYLE_DIM, buf_text(&text));
	}
	buf_release(&text);
}

static void write_term(const struct model *m, struct page *p, size_t i)
{
	const struct term *t = &m->glossary->terms[i];
	const bool chosen = m->term_followed && m->term_chosen == i + 1;

	page_blank(p);
	page_line(p);
	if (chosen)
		p->selected = (int)p->nlines - 1;
	page_add(p, STYLE_TITLE, t->name);
	write_see(p, t);
	page_markup(p, t->text);
	if (chosen)
		p->selected_last = (int)p->nlines - 1;
}

static void content(const struct model *m, struct page *p)
{
	const size_t n = m->glossary->nterms, first = model_term_first(m);

	if (first < n)
		write_term(m, p, first);
	else if (!m->terms_here)
		page_wrap(p, 0, STYLE_DIM, "These are all terms of the lessons.");
	else if (!m->terms_all)
		page_wrap(p, 0, STYLE_DIM, "These terms are on the page that you come from.");
	for (size_t i = 0; i < n; i++)
		if (model_term_shown(m, i) && i != first)
			write_term(m, p, i);
	if (!n)
		page_wrap(p, 0, STYLE_DIM, "These lessons have no glossary.");
}

/* ---- the column beside it: the names ------------------------------------------------------------ */

static void side(const struct model *m, struct page *p)
{
	for (size_t i = 0; i < m->glossary->nterms; i++) {
		bool here = model_term_shown(m, i) && m->term_chosen == i + 1;

		page_line(p);
		page_add(p, STYLE_ACCENT, here ? "▸ " : "  ");
		page_fit(p, here ? STYLE_ACCENT : model_term_shown(m, i) ? STYLE_PLAIN : STYLE_DIM, m->glossary->terms[i].name, p->width - 2);
		if (here)
			p->selected = (int)p->nlines - 1;
	}
}

static const char *side_title(const struct model *m)
{
	(void)m;
	return "terms";
}

const struct view view_glossary = { status_line, content, LAYOUT_SIDE, side, side_title, NULL, NULL };
