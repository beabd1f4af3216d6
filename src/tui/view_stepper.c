/* view_stepper.c - the learner's kernel, stopped before a line: the source around it, the thread's variables, what the vm found. */
#include "config.h"

#include <string.h>

#include "tui/view.h"

static void standing(const struct model *m, struct buf *out)
{
	if (m->stepper.mark)
		buf_printf(out, "line %d", m->stepper.mark);
}

/* Lines of text, each as it is. */
static void write_lines(struct page *p, enum style style, const char *text)
{
	while (*text) {
		size_t len = strcspn(text, "\n");

		page_verbatim(p, 0, style, text, len);
		text += len + (text[len] == '\n');
	}
}

static void content(const struct model *m, struct page *p)
{
	const struct debugger_view *v = &m->stepper;

	page_wrap(p, 0, STYLE_DIM, v->where);
	page_blank(p);
	for (size_t k = 0; k < v->nlines; k++) {
		bool here = v->first + (int)k == v->mark;

		page_line(p);
		page_add(p, here ? STYLE_ACCENT : STYLE_PLAIN, here ? ">" : " ");
		page_fit(p, here ? STYLE_ACCENT : STYLE_CODE, v->lines[k], p->width - p->col);
	}
	if (*v->ptx) {
		page_line(p);
		page_add(p, STYLE_DIM, "  ptx  ");
		page_fit(p, STYLE_DIM, v->ptx, p->width - p->col);
	}
	if (*v->said) {
		page_blank(p);
		for (const char *at = v->said; *at;) {
			size_t len = strcspn(at, "\n");
			char *line = arena_strndup(&p->arena, at, len);

			page_wrap(p, 0, STYLE_PLAIN, line ? line : "");
			at += len + (at[len] == '\n');
		}
	}
	page_blank(p);
	write_lines(p, STYLE_PLAIN, v->locals);
}

const struct view view_stepper = { standing, content, LAYOUT_PAGE, NULL, NULL };
