/* view_picture.c - the picture of a line of the learner's kernel, as `warpbook picture` draws it. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "tui/view.h"

static void standing(const struct model *m, struct buf *out)
{
	buf_printf(out, "line %d", m->picture.line);
}

static enum style style_of(const struct picture_cell *c)
{
	return !c->shade ? STYLE_FRAME : c->shade > 3 ? STYLE_WARN : STYLE_ACCENT;
}

static void write_row(struct page *p, const struct picture_grid *g, size_t row, int label)
{
	page_line(p);
	page_printf(p, STYLE_NUMBER, "%*.*s ", label, label, g->labels[row] ? g->labels[row] : "");
	for (size_t c = 0; c < g->cols; c++) {
		const struct picture_cell *cell = &g->cells[row * g->cols + c];

		page_printf(p, STYLE_PLAIN, "%*s", (int)g->cell - (*cell->text ? (int)strlen(cell->text) : 1), "");
		page_add(p, style_of(cell), *cell->text ? cell->text : "·");
	}
}

static void write_grid(struct page *p, const struct picture_grid *g)
{
	int label = 0;

	for (size_t r = 0; r < g->rows; r++) {
		int width = g->labels[r] ? (int)strlen(g->labels[r]) : 0;

		label = width > label ? width : label;
	}
	page_blank(p);
	page_wrap(p, 0, STYLE_TITLE, g->title);
	if (g->heads) {
		page_line(p);
		page_printf(p, STYLE_DIM, "%*s %s", label, "", g->heads);
	}
	for (size_t r = 0; r < g->rows; r++)
		write_row(p, g, r, label);
	if (g->left_out) {
		page_line(p);
		page_printf(p, STYLE_DIM, "and %zu more row%s", g->left_out, g->left_out == 1 ? "" : "s");
	}
	if (g->note)
		page_wrap(p, 0, STYLE_PLAIN, g->note);
}

static void content(const struct model *m, struct page *p)
{
	page_line(p);
	page_printf(p, STYLE_NUMBER, "%d ", m->picture.line);
	page_fit(p, STYLE_CODE, m->picture.source, p->width - p->col);
	for (size_t i = 0; i < m->picture.ngrids; i++)
		write_grid(p, &m->picture.grids[i]);
}

const struct view view_picture = { standing, content, LAYOUT_PAGE, NULL, NULL };
