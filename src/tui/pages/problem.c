/* problem.c - an error: the failure, the party that must act, and the remedy. */
#include "config.h"

#include "base/language.h"
#include "tui/view.h"

static struct error *own(const struct model *m)
{
	return m->own[PAGE_PROBLEM];
}

static void status_line(const struct model *m, struct buf *out)
{
	static const char *const whose[] = {
		[PARTY_LEARNER] = N_("yours to correct"), [PARTY_AUTHOR] = N_("an error of the exercise"),
		[PARTY_MACHINE] = N_("a problem of this machine"), [PARTY_US] = N_("a bug in warpbook"),
	};

	if (!own(m)->word) /* nothing is wrong: what was asked for is not there */
		buf_puts(out, _(whose[own(m)->party]));
}

static void content(const struct model *m, struct page *p)
{
	const struct error *e = own(m);

	page_hang(p, STYLE_BAD, "✗", STYLE_TITLE, retold(e->text));
	if (e->file[0]) {
		page_line(p);
		page_to(p, 2);
		page_add(p, STYLE_CODE, e->file);
		if (e->line)
			page_printf(p, STYLE_CODE, ":%d", e->line);
	}
	if (e->remedy[0]) {
		page_blank(p);
		page_wrap(p, 2, STYLE_EMPHASIS, retold(e->remedy));
	}
	page_blank(p);
	page_line(p);
	page_to(p, 2);
	page_printf(p, STYLE_DIM, _("%s goes back to where you were"), request_key(REQUEST_BACK));
}

void model_set_problem(struct model *m, const struct error *problem)
{
	*own(m) = *problem;
	model_push(m, PAGE_PROBLEM);
}

const struct view view_problem = { .size = sizeof(struct error), .status_line = status_line, .content = content };
