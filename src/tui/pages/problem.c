/* problem.c - an error: the failure, the party that must act, and the remedy. */
#include "config.h"

#include "tui/view.h"

static void status_line(const struct model *m, struct buf *out)
{
	static const char *const whose[] = {
		[PARTY_LEARNER] = "yours to correct", [PARTY_AUTHOR] = "an error of the exercise", [PARTY_MACHINE] = "a problem of this machine",
		[PARTY_US] = "a bug in warpbook",
	};

	if (!m->problem.word) /* nothing is wrong: what was asked for is not there */
		buf_puts(out, whose[m->problem.party]);
}

static void content(const struct model *m, struct page *p)
{
	const struct error *e = &m->problem;

	page_hang(p, STYLE_BAD, "✗", STYLE_TITLE, e->text);
	if (e->file[0]) {
		page_line(p);
		page_to(p, 2);
		page_add(p, STYLE_CODE, e->file);
		if (e->line)
			page_printf(p, STYLE_CODE, ":%d", e->line);
	}
	if (e->remedy[0]) {
		page_blank(p);
		page_wrap(p, 2, STYLE_EMPHASIS, e->remedy);
	}
	page_blank(p);
	page_line(p);
	page_to(p, 2);
	page_printf(p, STYLE_DIM, "%s goes back to where you were", request_key(REQUEST_BACK));
}

const struct view view_problem = { status_line, content, LAYOUT_PAGE, NULL, NULL };
