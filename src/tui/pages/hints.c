/* hints.c - the hints read so far. */
#include "config.h"

#include "tui/view.h"

static int count(const struct model *m)
{
	int n = 0;

	while (n < 3 && m->assignment.hints[n])
		n++;
	return n;
}

static void status_line(const struct model *m, struct buf *out)
{
	buf_printf(out, "%d of %d hints", m->assignment.hints_used, count(m));
}

static void content(const struct model *m, struct page *p)
{
	int n = count(m);

	for (int i = 0; i < m->assignment.hints_used && i < n; i++) {
		page_blank(p);
		page_line(p);
		page_printf(p, STYLE_TITLE, "Hint %d", i + 1);
		page_markup(p, m->assignment.hints[i]);
	}
	if (!n)
		page_wrap(p, 0, STYLE_DIM, "this exercise has no hints");
	else if (m->assignment.hints_used < n) {
		page_blank(p);
		page_line(p);
		page_printf(p, STYLE_DIM, "%s shows the next one; it says more", request_key(REQUEST_HINT));
	}
}

const struct view view_hints = { status_line, content, LAYOUT_SOURCE, NULL, NULL, nearby_task, nearby_task_title };
