/* view_picture.c - the picture of a line of the learner's kernel, as `warpbook picture` draws it. */
#include "config.h"

#include "tui/view.h"

static void standing(const struct model *m, struct buf *out)
{
	buf_printf(out, "line %d", m->picture.line);
}

static void content(const struct model *m, struct page *p)
{
	page_line(p);
	page_printf(p, STYLE_NUMBER, "%d ", m->picture.line);
	page_fit(p, STYLE_CODE, m->picture.source, p->width - p->col);
	page_picture(p, &m->picture);
}

static const char *lower_title(const struct model *m)
{
	(void)m;
	return "what the line costs";
}

const struct view view_picture = { standing, content, LAYOUT_PAGE, NULL, NULL, profile_line_write, lower_title };
