/*
 * figure.c - the pictures of a step as lines: beside its text if the window is wide enough, otherwise under it.
 *
 *	text text text    0  1  2  3        text text text text text
 *	text text text    4  5  6  7
 *	text text                           0  1  2  3     0  .  .  .
 *	                                    4  5  6  7     1  .  .  .
 *
 * Their place depends only on the width and the kinds of the pictures, so that nothing moves when they appear.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/source.h"
#include "cost/cost.h"
#include "lesson/flow.h"
#include "lesson/internal.h"
#include "timeline/timeline_draw.h"

#define GAP        3
#define WIDTH_OF_GRIDS 110 /* the least for grids of a picture side by side */
#define TEXT_LEAST 35 /* columns of text beside a picture */
#define TEXT_GOOD  50 /* beside several pictures in a row */
#define TEXT_MOST  72 /* wider text beside a picture is hard to read */

/* ---- one picture ------------------------------------------------------------------------------ */

static void pen_put(void *ctx, enum picture_ink ink, const char *text)
{
	static const enum style styles[] = {
		[PICTURE_TITLE] = STYLE_EMPHASIS, [PICTURE_LABEL] = STYLE_NUMBER, [PICTURE_HEADS] = STYLE_DIM,
		[PICTURE_EMPTY] = STYLE_FRAME, [PICTURE_USED] = STYLE_ACCENT, [PICTURE_MUCH] = STYLE_WARN,
		[PICTURE_NOTE] = STYLE_PLAIN,
	};
	struct flow *f = ctx;
	const char *kept = arena_strdup(f->a, text);

	if (kept)
		flow_add(f, styles[ink], kept);
}

static void pen_end(void *ctx, enum picture_ink ink)
{
	if (ink == PICTURE_TITLE || ink == PICTURE_NOTE)
		flow_wrap(ctx, 0);
	else
		flow_cut(ctx);
}

static void grid_flow(struct flow *f, const struct picture_grid *g, bool titled)
{
	const struct picture_pen pen = { pen_put, pen_end, f, f->width, f->ascii };
	struct picture_grid untitled = *g;

	untitled.title = NULL;
	picture_grid_draw(titled ? &untitled : g, &pen);
}

/* The style for a colour of timeline_text.c: copies to the device, to the host, kernels. */
static enum style gantt_style(long colour)
{
	return colour == 34 ? STYLE_CODE : colour == 33 ? STYLE_EMPHASIS : colour == 32 ? STYLE_GOOD : colour == 0 ? STYLE_PLAIN :
	       colour == 2 ? STYLE_DIM : STYLE_KEYWORD;
}

/* A line of the drawing, whose colours are a terminal's. */
static void gantt_line(struct flow *f, const char *line, size_t len)
{
	enum style style = STYLE_PLAIN;

	while (len) {
		size_t n = 0;

		while (n < len && line[n] != '\033')
			n++;
		flow_add_n(f, style, line, n);
		line += n;
		len -= n;
		if (len) { /* "\033[34m" */
			const char *end = memchr(line, 'm', len);

			style = gantt_style(strtol(line + 2, NULL, 10));
			n = end ? (size_t)(end + 1 - line) : len;
			line += n;
			len -= n;
		}
	}
}

static void gantt_flow(struct flow *f, const struct picture *p, bool brief)
{
	const struct timeline_style look = { .width = (unsigned)f->width, .utf8 = !f->ascii, .colour = true, .brief = brief,
					     .machine = COST_MACHINE };
	struct buf text = BUF_INIT;
	const char *all;

	timeline_text(p->gantt, p->ngantt, &look, &text);
	all = arena_strdup(f->a, buf_text(&text));
	while (all && *all) {
		size_t n = strcspn(all, "\n");

		gantt_line(f, all, n);
		flow_cut(f);
		all += n + (all[n] == '\n');
	}
	buf_release(&text);
}

/* `title` replaces the title of its one grid; NULL: keeps the grid's own. */
static void picture_flow_titled(struct flow *f, const struct picture *p, const char *title, bool brief)
{
	if (title) {
		markup_words(f, STYLE_EMPHASIS, title, strlen(title));
		flow_wrap(f, 0);
	}
	if (p->ngantt)
		gantt_flow(f, p, brief);
	for (size_t i = 0; i < p->ngrids; i++) {
		if (i)
			flow_blank(f);
		grid_flow(f, &p->grids[i], title != NULL);
	}
}

/* All grids of a picture, as many side by side as fit. */
static void grids_flow(struct flow *f, const struct picture *p)
{
	size_t top = f->nlines;
	int column = 0;

	for (size_t i = 0; i < p->ngrids; i++) {
		int columns = picture_kind_columns(p->grids[i].kind);
		struct flow one = { .a = f->a, .width = columns < f->width ? columns : f->width, .ascii = f->ascii };

		if (column && column + columns > f->width) {
			flow_blank(f);
			top = f->nlines;
			column = 0;
		}
		grid_flow(&one, &p->grids[i], false);
		flow_beside(f, top, column, &one);
		column += columns + GAP;
	}
}

int picture_render(const struct picture *p, int width, bool ascii, struct arena *a, struct line **lines, size_t *n,
		   struct error *err)
{
	struct flow f = { .a = a, .width = width, .ascii = ascii };

	if (p->ngrids > 1 && width >= WIDTH_OF_GRIDS)
		grids_flow(&f, p);
	else
		picture_flow_titled(&f, p, NULL, false);
	*lines = f.lines;
	*n = f.nlines;
	return a->failed ? error_nomem(err) : 0;
}

/* ---- where they go ------------------------------------------------------------------------------ */

static int columns_of(const struct step *s, bool in_a_row)
{
	int sum = 0, most = 0;

	for (size_t i = 0; i < s->npictures; i++) {
		int columns = picture_kind_columns(s->pictures[i].show);

		sum += columns + (i ? GAP : 0);
		most = columns > most ? columns : most;
	}
	return in_a_row ? sum : most;
}

/* Puts pictures in a row, or one under the other. */
static void pictures_flow(struct flow *f, const struct step *s, const struct figure *figure)
{
	bool in_a_row = columns_of(s, true) <= f->width;
	int column = 0;
	size_t top = f->nlines;

	for (size_t i = 0; i < figure->n && i < s->npictures; i++) {
		int columns = picture_kind_columns(s->pictures[i].show);
		struct flow one = { .a = f->a, .width = in_a_row && figure->n > 1 ? columns : f->width, .ascii = f->ascii };

		picture_flow_titled(&one, &figure->pictures[i], s->pictures[i].title, true);
		flow_beside(f, top, column, &one);
		if (in_a_row) {
			column += columns + GAP;
		} else if (i + 1 < figure->n) {
			flow_blank(f);
			top = f->nlines;
		}
	}
}

static void words_flow(struct flow *f, enum style style, const char *words)
{
	flow_add(f, style, words);
	flow_wrap(f, 0);
}

static void draw_flow(struct flow *f, const struct step *s, const struct step_answer *a)
{
	if (a && a->figure && a->figure->lacks) {
		flow_add(f, STYLE_WARN, _("There is no picture: "));
		words_flow(f, STYLE_WARN, a->figure->lacks);
	} else if (a && a->figure) {
		pictures_flow(f, s, a->figure);
	} else if (a && a->here) {
		words_flow(f, STYLE_DIM, "Drawing the picture ...");
	}
}

/* The columns that the text needs: those of the longest line of code. */
static int text_least(const struct step *s)
{
	int most = TEXT_LEAST - 2;

	for (const char *p = s->kind == STEP_CODE ? s->text : ""; *p;) {
		size_t n = strcspn(p, "\n");
		char line[256];

		snprintf(line, sizeof line, "%.*s", (int)n, p);
		most = text_width(line) > most ? text_width(line) : most;
		p += n + (p[n] == '\n');
	}
	return most + 2;
}

static int at_most(int column, int least)
{
	int most = (least > TEXT_MOST ? least : TEXT_MOST) + GAP;

	return column < most ? column : most;
}

int figure_column(const struct step *s, int width)
{
	int row = columns_of(s, true), stack = columns_of(s, false), least = text_least(s);

	if (s->kind == STEP_QUESTION) /* the picture appears with the answer: the text stays in place */
		return 0;
	if (s->npictures > 1 && width >= (least > TEXT_GOOD ? least : TEXT_GOOD) + GAP + row)
		return at_most(width - row, least);
	return width >= least + GAP + stack ? at_most(width - stack, least) : 0;
}

void figure_flow(struct flow *f, const struct step *s, const struct step_answer *a, size_t top, int column)
{
	struct flow beside = { .a = f->a, .width = f->width - column, .ascii = f->ascii };

	if (!column)
		flow_blank(f);
	draw_flow(column ? &beside : f, s, a);
	if (column)
		flow_beside(f, top, column, &beside);
}
