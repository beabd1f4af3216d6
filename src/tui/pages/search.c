/* search.c - the search text, and the places that match it. */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/source.h"
#include "tui/view.h"

static void status_line(const struct model *m, struct buf *out)
{
	if (m->query[0])
		buf_printf(out, "%zu place%s", m->search.n, m->search.n == 1 ? "" : "s");
}

/* How many bytes of the text the next word of the query takes, if it begins with one; longer words win. */
static size_t begins_with_word(const char *text, const char *query)
{
	size_t most = 0;

	while (*query) {
		size_t n = strcspn(query, " ");

		if (n > 1 && n > most && !strncasecmp(text, query, n))
			most = n;
		query += n + strspn(query + n, " ");
	}
	return most;
}

static void write_words(struct page *p, const char *text, const char *query)
{
	while (*text) {
		size_t plain = 0, n = 0;
		char part[400];

		while (text[plain] && plain < sizeof part - 1 && !(n = begins_with_word(text + plain, query)))
			plain++;
		snprintf(part, sizeof part, "%.*s", (int)plain, text);
		page_add(p, STYLE_PLAIN, part);
		text += plain;
		snprintf(part, sizeof part, "%.*s", (int)n, text);
		page_add(p, STYLE_EMPHASIS, part);
		text += n;
	}
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
	write_words(p, buf_text(&text), m->query);
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

const struct view view_search = { status_line, content, LAYOUT_SIDE, side, side_title, NULL, NULL };
