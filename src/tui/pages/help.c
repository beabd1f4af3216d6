/* help.c - the keys of the page below, from the rows of requests.def. */
#include "config.h"

#include "base/language.h"
#include "tui/marks.h"

#define KEYS_COLS 18

static void status_line(const struct model *m, struct buf *out)
{
	(void)m;
	buf_puts(out, PACKAGE_STRING);
}

static void write_row(struct page *p, const struct request_info *info)
{
	page_line(p);
	page_add(p, STYLE_KEY, info->keys);
	if (p->width < LAYOUT_FRAME_COLS - 4) {
		page_wrap(p, 2, STYLE_PLAIN, _(info->help));
		return;
	}
	page_to(p, KEYS_COLS);
	page_add(p, STYLE_PLAIN, _(info->help));
}

static void content(const struct model *m, struct page *p)
{
	enum page_id page = model_page_below(m);

	page_wrap(p, 0, STYLE_TITLE, _(page_info(page)->about));
	page_blank(p);
	for (int in_bar = 1; in_bar >= 0; in_bar--) {
		for (enum request r = REQUEST_NONE + 1; r < REQUEST_COUNT; r++)
			if (request_on_page(r, page) && request_info(r)->in_bar == in_bar)
				write_row(p, request_info(r));
		if (in_bar)
			page_blank(p);
	}
}

/* ---- the column beside it: the signs ---------------------------------------------------------- */

static void sign(struct page *p, enum style style, const char *mark, const char *what)
{
	page_line(p);
	page_add(p, style, mark);
	page_to(p, 6);
	page_add(p, STYLE_PLAIN, what);
}

static void side(const struct model *m, struct page *p)
{
	(void)m;
	page_heading(p, STYLE_DIM, _("lessons, exercises, cases"));
	sign(p, STYLE_GOOD, "✓", _("passed, read, right"));
	sign(p, STYLE_BAD, "✗", _("a case that went wrong"));
	sign(p, style_of_progress(PROGRESS_TRIED), mark_of_progress(PROGRESS_TRIED), _("tried, not passed yet"));
	sign(p, STYLE_DIM, "·", _("new; a case that did not run"));
	sign(p, STYLE_ACCENT, "▸", _("you are here; it unfolds"));
	page_line(p);
	page_gauge(p, 3, 5, 5);
	page_add(p, STYLE_PLAIN, _(" how much is done"));
	page_heading(p, STYLE_DIM, _("in the margin of your file"));
	sign(p, STYLE_BAD, "✗", _("an error"));
	sign(p, STYLE_WARN, "!", _("a warning"));
	sign(p, STYLE_WARN, "▲", _("a line that is too slow"));
	sign(p, STYLE_NOTE, "•", _("the other access of a race"));
	sign(p, STYLE_BAD, "^", _("the place in the line"));
	sign(p, STYLE_ACCENT, "›", _("the line goes on to the right"));
	page_heading(p, STYLE_DIM, _("where to read on"));
	page_markup(p, _("`man warpbook` has all keys, and how to choose others."));
}

static void help(struct model *m, int key)
{
	model_push(m, PAGE_HELP);
}

static const struct action actions[] = { { REQUEST_HELP, help }, { REQUEST_NONE } };

const struct view view_help = {
	.actions = actions, .undisturbed = true, .status_line = status_line, .content = content, .layout = LAYOUT_SIDE,
	.side = side, .side_title = N_("signs"),
};
