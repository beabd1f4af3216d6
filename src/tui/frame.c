/*
 * frame.c - the frame around every page: panels with the visible part of their content, between title bar and status line. If the
 * window is too small, it shows only that message.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "base/source.h"
#include "tui/frame.h"
#include "tui/marks.h"
#include "tui/pages/exercise.h"
#include "tui/pages/source.h"

#define TEXT_COLS_MOST 104 /* wider text is hard to read */

/* ---- panels ------------------------------------------------------------------------------- */

/* A frame; it is joined to those that were drawn before. */
static void draw_edges(struct screen *s, struct rect f, bool focus)
{
	enum style style = focus ? STYLE_FOCUS : STYLE_FRAME;
	int bottom = f.row + f.rows - 1, right = f.col + f.cols - 1;

	screen_edge(s, f.row, f.col, style, ARM_DOWN | ARM_RIGHT);
	screen_edge(s, f.row, right, style, ARM_DOWN | ARM_LEFT);
	screen_edge(s, bottom, f.col, style, ARM_UP | ARM_RIGHT);
	screen_edge(s, bottom, right, style, ARM_UP | ARM_LEFT);
	for (int col = f.col + 1; col < right; col++) {
		screen_edge(s, f.row, col, style, ARM_LEFT | ARM_RIGHT);
		screen_edge(s, bottom, col, style, ARM_LEFT | ARM_RIGHT);
	}
	for (int row = f.row + 1; row < bottom; row++) {
		screen_edge(s, row, f.col, style, ARM_UP | ARM_DOWN);
		screen_edge(s, row, right, style, ARM_UP | ARM_DOWN);
	}
}

static void draw_title(struct screen *s, struct rect f, bool focus, const char *title)
{
	if (!*title)
		return;
	screen_put_within(s, f.row, f.col + 2, f.col + f.cols - 3, 0, STYLE_PLAIN, " ");
	screen_put(s, f.row, screen_put_within(s, f.row, f.col + 3, f.col + f.cols - 3, 0,
					       focus ? STYLE_ACCENT : STYLE_TITLE, title),
		   STYLE_PLAIN, " ");
}

/* The same with its name at the top. */
static void draw_frame(struct screen *s, struct rect f, bool focus, const char *title)
{
	draw_edges(s, f, focus);
	draw_title(s, f, focus, title);
}

/* Text in the bottom edge, at its right end. */
static void draw_footer(struct screen *s, struct rect f, const char *words)
{
	int col = f.col + f.cols - 4 - text_width(words);

	if (!*words || col < f.col + 2)
		return;
	screen_put(s, f.row + f.rows - 1, col, STYLE_PLAIN, " ");
	screen_put(s, f.row + f.rows - 1, col + 1, STYLE_DIM, words);
	screen_put(s, f.row + f.rows - 1, col + 1 + text_width(words), STYLE_PLAIN, " ");
}

static void draw_lines(struct screen *s, const struct page *p, struct rect r, int scroll)
{
	for (int i = 0; i < r.rows && scroll + i < (int)p->nlines; i++) {
		const struct line *line = &p->lines[scroll + i];
		int col = r.col;

		for (size_t k = 0; k < line->nspans; k++)
			col = screen_put_within(s, r.row + i, col, r.col + r.cols, 0, line->spans[k].style, line->spans[k].text);
		if (scroll + i == p->selected)
			screen_reverse(s, r.row + i, r.col - 1, r.cols + 2);
	}
}

static void draw_page(struct model *m, struct screen *s, const struct page *p, struct rect r)
{
	int scroll = model_scroll(m), lines = (int)p->nlines;

	if (p->selected_last)
		scroll = layout_show(scroll, p->selected_last, lines, r.rows);
	if (p->selected >= 0)
		scroll = layout_show(scroll, p->selected, lines, r.rows);
	scroll = layout_clamp(scroll, lines, r.rows);
	draw_lines(s, p, r, scroll);
	model_set_extent(m, lines, r.rows, scroll);
}

/* "lines 1-20 of 31"; "" if all of them are visible. */
static void write_position(int scroll, int rows, int lines, const char *what, char out[64])
{
	out[0] = '\0';
	if (lines > rows)
		snprintf(out, 64, _("%s %d-%d of %d"), what, scroll + 1, scroll + rows < lines ? scroll + rows : lines, lines);
}

static void draw_too_small(struct screen *s)
{
	char needs[32];

	snprintf(needs, sizeof needs, _("needs %dx%d"), LAYOUT_MIN_COLS, LAYOUT_MIN_ROWS);
	if (s->cols >= 36) {
		int col = screen_put(s, 0, 0, STYLE_PLAIN, _("window too small: "));

		screen_put(s, 0, col, STYLE_PLAIN, needs);
	} else {
		screen_put(s, 0, 0, STYLE_PLAIN, _("window too small:"));
		screen_put(s, 1, 0, STYLE_PLAIN, needs);
	}
}

/* The title of the page's own panel. */
static const char *panel_title(const struct model *m)
{
	const struct view *view = view_now(m);

	return view->title_now ? view->title_now(m) : _(view->title ? view->title : page_info(model_page(m))->trail);
}

static void draw_source(struct model *m, struct screen *s, const struct layout *l, struct page *p)
{
	const struct attempt *a = exercise_of(m)->attempt;
	bool above = l->frame_page.col == l->frame_source.col;
	struct page strip;
	struct rect edge;
	char position[64];

	draw_frame(s, l->frame_source, m->file.focus,
		   exercise_of(m)->assignment.path ? path_base(exercise_of(m)->assignment.path) : "");
	source_draw(m, s, l->source, p);
	write_position(m->file.scroll, m->file.rows, m->file.lines, above ? _("↑ lines") : _("lines"), position);
	/* A page below the file shares an edge with it, which shows the page's title. */
	if (above)
		draw_frame(s, l->frame_page, !m->file.focus, panel_title(m));
	draw_footer(s, l->frame_source, position);
	if (!a || !a->nran || above)
		return;
	page_init(&strip, l->source.cols / 2, m->ascii);
	page_line(&strip);
	page_add(&strip, STYLE_PLAIN, _(" cases "));
	page_cases(&strip, a, l->source.cols / 3);
	page_add(&strip, STYLE_PLAIN, " ");
	edge = (struct rect){ l->frame_source.row + l->frame_source.rows - 1, l->source.col, 1, l->source.cols / 2 };
	draw_lines(s, &strip, edge, 0);
	page_release(&strip);
}

static int side_scroll(const struct page *p, const struct layout *l)
{
	return p->selected >= p->fixed ? layout_show(0, p->selected - p->fixed, (int)p->nlines - p->fixed,
						     l->side.rows - p->fixed) : 0;
}

int frame_side_line(const struct page *p, const struct layout *l, int row)
{
	return row < p->fixed ? row : row + side_scroll(p, l);
}

static int draw_side(const struct model *m, struct screen *s, const struct layout *l)
{
	const struct view *view = view_now(m);
	struct rect below = l->side;
	struct page p;
	int status;

	page_init(&p, l->side.cols, m->ascii);
	view->side(m, &p);
	draw_frame(s, l->frame_side, false, view->side_title_now ? view->side_title_now(m) : _(view->side_title));
	below.row += p.fixed;
	below.rows -= p.fixed;
	draw_lines(s, &p, below, p.fixed + side_scroll(&p, l));
	p.nlines = (size_t)p.fixed;
	draw_lines(s, &p, l->side, 0);
	p.selected = -1;
	status = p.arena.failed ? -1 : 0;
	page_release(&p);
	return status;
}

static int draw_lower(const struct model *m, struct screen *s, const struct layout *l)
{
	const struct view *view = view_now(m);
	struct page p;
	int status;

	page_init(&p, l->lower.cols < TEXT_COLS_MOST || view->wide_below ? l->lower.cols : TEXT_COLS_MOST, m->ascii);
	view->lower(m, &p);
	draw_edges(s, l->frame_lower, false);
	if (l->source.rows && !m->file.focus)
		draw_frame(s, l->frame_page, true, panel_title(m)); /* the edge that they share belongs to the panel that the keys
								       move */
	draw_title(s, l->frame_lower, false, view->lower_title(m));
	draw_lines(s, &p, l->lower, 0);
	if ((int)p.nlines > l->lower.rows)
		draw_footer(s, l->frame_lower, _("more"));
	status = p.arena.failed ? -1 : 0;
	page_release(&p);
	return status;
}

static struct layout layout_undivided(const struct model *m)
{
	const struct view *view = view_now(m);

	return layout_of(m->rows, m->cols, view->layout_now ? view->layout_now(m) : view->layout);
}

struct layout frame_layout(const struct model *m)
{
	struct layout l = layout_undivided(m);

	if (view_now(m)->lower)
		layout_divide(&l, m->rows, m->cols);
	return l;
}

/* Links the file's name above its panel, and its path wherever the page shows it. */
static void link_file(const struct model *m, struct screen *s, const struct layout *l)
{
	int cols = text_width(path_base(exercise_of(m)->assignment.path)), room = l->frame_source.cols - 6;

	screen_link(s, exercise_of(m)->assignment.shown, exercise_of(m)->assignment.path);
	if (l->source.rows && s->nlinks < SCREEN_LINKS)
		s->links[s->nlinks++] = (struct screen_link){ l->frame_source.row, l->frame_source.col + 3,
							      cols < room ? cols : room, exercise_of(m)->assignment.path };
}

static void write_content(const struct model *m, const struct layout *l, struct page *p)
{
	const struct view *view = view_now(m);
	const bool wide = view->wide_now ? view->wide_now(m) : view->wide;

	page_init(p, l->page.cols < TEXT_COLS_MOST || wide ? l->page.cols : TEXT_COLS_MOST, m->ascii);
	p->lower = l->lower.rows > 0;
	view->content(m, p);
}

int frame_draw(struct model *m, struct screen *s)
{
	struct layout l = frame_layout(m);
	bool below = l.source.rows && l.frame_page.col == l.frame_source.col;
	struct page p;
	char position[64];
	int status = 0;

	if ((s->rows != m->rows || s->cols != m->cols || !s->cells) && screen_resize(s, m->rows, m->cols, m->ascii))
		return -1;
	screen_clear(s);
	if (l.too_small) {
		draw_too_small(s);
		return 0;
	}
	write_content(m, &l, &p);
	if (l.lower.rows && (int)p.nlines > l.page.rows) { /* a long page needs the height */
		page_release(&p);
		l = layout_undivided(m);
		write_content(m, &l, &p);
	}
	if (l.framed && !below)
		draw_frame(s, l.frame_page, l.source.rows && !m->file.focus, panel_title(m));
	m->file.rows = 0;
	if (l.source.rows)
		draw_source(m, s, &l, &p);
	if (l.source.rows && !below)
		draw_frame(s, l.frame_page, !m->file.focus, panel_title(m));
	draw_page(m, s, &p, l.page);
	if (l.side.rows)
		status = draw_side(m, s, &l);
	if (l.lower.rows && draw_lower(m, s, &l))
		status = -1;
	bar_draw(m, s);
	write_position(model_scroll(m), m->body_rows, m->lines, _("lines"), position);
	if (l.framed)
		draw_footer(s, l.frame_page, position);
	status_draw(m, s, l.status, l.framed ? "" : position);
	if (exercise_of(m)->assignment.path && view_now(m)->layout == LAYOUT_SOURCE)
		link_file(m, s, &l);
	status = p.arena.failed ? -1 : status;
	page_release(&p);
	return status;
}
