/* picture.c - the picture of a line of the learner's kernel, or of a host exercise, as `warpbook picture` draws it. */
#include "config.h"

#include "tui/view.h"

static void status_line(const struct model *m, struct buf *out)
{
	if (m->picture.line)
		buf_printf(out, "line %d", m->picture.line);
	else
		buf_puts(out, m->picture.case_name);
}

static void content(const struct model *m, struct page *p)
{
	page_line(p);
	if (!m->picture.line) {
		page_add(p, STYLE_TITLE, "your program over time");
		page_picture(p, &m->picture);
		return;
	}
	page_printf(p, STYLE_NUMBER, "%d ", m->picture.line);
	page_fit(p, STYLE_CODE, m->picture.source, p->width - p->col);
	page_picture(p, &m->picture);
}

static const char *lower_title(const struct model *m)
{
	return m->picture.line ? "what the line costs" : "task";
}

static void lower(const struct model *m, struct page *p)
{
	if (m->picture.line)
		profile_line_write(m, p);
	else
		nearby_task(m, p);
}

const struct view view_picture = { status_line, content, LAYOUT_PAGE, NULL, NULL, lower, lower_title };
