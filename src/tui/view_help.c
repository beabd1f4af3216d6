/* view_help.c - the keys of the page below, from the rows of requests.def. */
#include "config.h"

#include "tui/view.h"

#define KEYS_COLS 18

static void standing(const struct model *m, struct buf *out)
{
	(void)m;
	buf_puts(out, PACKAGE_STRING);
}

static void write_row(struct page *p, const struct request_info *info)
{
	page_line(p);
	page_add(p, STYLE_KEY, info->keys);
	if (p->width < LAYOUT_FRAME_COLS - 4) {
		page_wrap(p, 2, STYLE_PLAIN, info->help);
		return;
	}
	page_to(p, KEYS_COLS);
	page_add(p, STYLE_PLAIN, info->help);
}

static void content(const struct model *m, struct page *p)
{
	enum page_id page = model_page_below(m);

	page_wrap(p, 0, STYLE_TITLE, page_info(page)->about);
	page_blank(p);
	for (int in_bar = 1; in_bar >= 0; in_bar--) {
		for (enum request r = REQUEST_NONE + 1; r < REQUEST_COUNT; r++)
			if (request_on_page(r, page) && request_info(r)->in_bar == in_bar)
				write_row(p, request_info(r));
		if (in_bar)
			page_blank(p);
	}
}

const struct view view_help = { standing, content, LAYOUT_PAGE, NULL, NULL };
