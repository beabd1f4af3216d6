/* view_problem.c - an error: the failure, the party that must act, and the remedy. */
#include "config.h"

#include "tui/view.h"

static void standing(const struct model *m, struct buf *out)
{
	buf_printf(out, "%s", m->problem.party == PARTY_US ? "a bug in warpbook" : party_name(m->problem.party));
}

static void content(const struct model *m, struct page *p)
{
	const struct error *e = &m->problem;

	page_wrap(p, 0, STYLE_BAD, e->text);
	if (e->file[0]) {
		page_line(p);
		page_add(p, STYLE_CODE, e->file);
		if (e->line)
			page_printf(p, STYLE_CODE, ":%d", e->line);
	}
	if (e->remedy[0]) {
		page_blank(p);
		page_wrap(p, 0, STYLE_EMPHASIS, e->remedy);
	}
}

const struct view view_problem = { standing, content, LAYOUT_PAGE, NULL, NULL };
