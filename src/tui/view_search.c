/* view_search.c - the search text, and the places that match it. */
#include "config.h"

#include "base/source.h"
#include "tui/view.h"

static void standing(const struct model *m, struct buf *out)
{
	if (m->query[0])
		buf_printf(out, "%zu place%s", m->search.n, m->search.n == 1 ? "" : "s");
}

static void write_found(const struct model *m, struct page *p, size_t i)
{
	const struct found *f = &m->search.list[i];
	struct buf text = BUF_INIT;

	page_line(p);
	if ((int)i == m->search_row)
		p->selected = (int)p->nlines - 1;
	reading_place(f->reading, &text);
	page_fit(p, STYLE_TITLE, f->reading->title, p->width - text_width(buf_text(&text)) - 2);
	page_add(p, STYLE_DIM, "  ");
	page_add(p, STYLE_DIM, buf_text(&text));
	buf_clear(&text);
	found_excerpt(f, p->width - 3, &text);
	page_line(p);
	page_add(p, STYLE_PLAIN, "  ");
	page_add(p, STYLE_PLAIN, buf_text(&text));
	buf_release(&text);
}

static void content(const struct model *m, struct page *p)
{
	page_line(p);
	page_add(p, STYLE_DIM, "words: ");
	page_add(p, STYLE_EMPHASIS, m->query);
	page_add(p, STYLE_ACCENT, p->ascii ? "_" : "▏");
	page_blank(p);
	if (!m->query[0])
		page_wrap(p, 0, STYLE_DIM, page_info(PAGE_SEARCH)->about);
	else if (!m->search.n)
		page_wrap(p, 0, STYLE_DIM, "nothing has these words");
	for (size_t i = 0; i < m->search.n; i++)
		write_found(m, p, i);
}

/* ---- the column beside it: the text of the chosen place ----------------------------------------- */

static void side(const struct model *m, struct page *p)
{
	const struct reading *r = m->search.n ? m->search.list[m->search_row].reading : NULL;
	struct buf place = BUF_INIT;

	if (!r) {
		page_wrap(p, 0, STYLE_DIM, m->query[0] ? "nothing to show" : "The text of the chosen place comes here.");
		return;
	}
	reading_place(r, &place);
	page_wrap(p, 0, STYLE_TITLE, r->title);
	page_wrap(p, 0, STYLE_DIM, buf_text(&place));
	page_blank(p);
	page_wrap(p, 0, STYLE_PLAIN, r->text);
	buf_release(&place);
}

static const char *side_title(const struct model *m)
{
	(void)m;
	return "text";
}

const struct view view_search = { standing, content, LAYOUT_SIDE, side, side_title, NULL, NULL };
