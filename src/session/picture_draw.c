/* picture_draw.c - the grids of a picture as text, SVG and JSON: see picture.h. */
#include "config.h"

#include "session/picture.h"

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/source.h"
#include "words/remark.h"

#define WIDTH      80
#define LABEL_MOST 16

/* ---- text -------------------------------------------------------------------------------- */

static int label_columns(const struct picture_grid *g)
{
	int widest = 0;

	for (size_t r = 0; r < g->rows; r++) {
		int width = g->labels[r] ? text_width(g->labels[r]) : 0;

		widest = width > widest ? width : widest;
	}
	return widest < LABEL_MOST ? widest : LABEL_MOST;
}

static void grid_text(const struct picture_grid *g, bool ascii, struct buf *out)
{
	int label = label_columns(g);

	text_wrap(out, g->title, WIDTH, 0, "  ");
	if (g->heads)
		buf_printf(out, "  %*s %s\n", label, "", g->heads);
	for (size_t r = 0; r < g->rows; r++) {
		size_t len;

		buf_printf(out, "  %-*.*s ", label, label, g->labels[r] ? g->labels[r] : "");
		for (size_t c = 0; c < g->cols; c++) {
			const char *text = g->cells[r * g->cols + c].text;

			if (*text)
				buf_printf(out, "%*s", (int)g->cell, text);
			else
				buf_printf(out, "%*s%s", (int)g->cell - 1, "", ascii ? "." : "·");
		}
		len = out->len;
		while (len && out->data[len - 1] == ' ')
			len--;
		out->len = len;
		buf_putc(out, '\n');
	}
	if (g->left_out)
		buf_printf(out, "  and %zu more row%s\n", g->left_out, g->left_out == 1 ? "" : "s");
	if (g->note)
		text_wrap(out, g->note, WIDTH, 2, "  ");
}

static void lines_text(const struct picture *p, struct buf *out)
{
	struct buf all = BUF_INIT;

	if (!p->nlines)
		return;
	buf_puts(&all, "--line N draws one of the lines that use memory:");
	for (size_t i = 0; i < p->nlines; i++)
		buf_printf(&all, " %d", p->lines[i]);
	text_wrap(out, buf_text(&all), WIDTH, 0, "  ");
	buf_release(&all);
}

void picture_text(const struct picture *p, bool ascii, struct buf *out)
{
	buf_printf(out, "%s with %s, on the virtual machine\n", p->exercise, p->case_name);
	if (p->line)
		text_cut(out, WIDTH, "line %d: %s", p->line, p->source);
	else if (!p->ngrids)
		buf_puts(out, "each element is right: there is no difference from the reference to draw\n");
	for (size_t i = 0; i < p->ngrids; i++) {
		buf_putc(out, '\n');
		grid_text(&p->grids[i], ascii, out);
	}
	if (!p->line) {
		buf_putc(out, '\n');
		lines_text(p, out);
	}
}

/* ---- SVG ----------------------------------------------------------------------------------- */

#define UNIT   9  /* of a column of text */
#define ROW    18
#define MARGIN 12

static void put_escaped(const char *text, struct buf *out)
{
	for (; *text; text++)
		if (*text == '<')
			buf_puts(out, "&lt;");
		else if (*text == '>')
			buf_puts(out, "&gt;");
		else if (*text == '&')
			buf_puts(out, "&amp;");
		else
			buf_putc(out, *text);
}

static void put_line(int x, int y, const char *style, const char *text, struct buf *out)
{
	buf_printf(out, "<text x=\"%d\" y=\"%d\" class=\"%s\">", x, y, style);
	put_escaped(text, out);
	buf_puts(out, "</text>\n");
}

/* Returns where the next begins. */
static int grid_svg(const struct picture_grid *g, int top, struct buf *out)
{
	int cell = (int)(g->cell + 1) * UNIT, left = MARGIN + (label_columns(g) + 1) * UNIT;

	put_line(MARGIN, top + ROW, "head", g->title, out);
	top += 2 * ROW;
	for (size_t c = 0; g->heads && c < g->cols; c++) {
		char head[24];

		snprintf(head, sizeof head, "%zu", c);
		put_line(left + (int)c * cell + 3, top, "dim", head, out);
	}
	for (size_t r = 0; r < g->rows; r++) {
		int y = top + (int)r * ROW;

		put_line(MARGIN, y + ROW - 4, "plain", g->labels[r] ? g->labels[r] : "", out);
		for (size_t c = 0; c < g->cols; c++) {
			const struct picture_cell *at = &g->cells[r * g->cols + c];
			int x = left + (int)c * cell;

			buf_printf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#1f6feb\" fill-opacity=\"%.2f\" stroke=\"#999\"/>\n",
				   x, y + 2, cell - 2, ROW - 2, at->shade / (1.5 * PICTURE_SHADES));
			if (*at->text)
				put_line(x + 3, y + ROW - 4, "plain", at->text, out);
		}
	}
	top += (int)g->rows * ROW;
	if (g->note)
		put_line(MARGIN, top + ROW, "dim", g->note, out);
	return top + 2 * ROW;
}

static void draw_svg(const struct picture *p, bool element, struct buf *out)
{
	struct buf body = BUF_INIT, head = BUF_INIT;
	int y = 2 * ROW, width = 900;

	buf_printf(&head, "%s with %s%s", p->exercise, p->case_name, p->line ? ", " : "");
	if (p->line)
		buf_printf(&head, "line %d: %s", p->line, p->source);
	put_line(MARGIN, ROW, "head", buf_text(&head), &body);
	for (size_t i = 0; i < p->ngrids; i++) {
		const struct picture_grid *g = &p->grids[i];
		int wide = 2 * MARGIN + (label_columns(g) + 1) * UNIT + (int)(g->cols * (g->cell + 1)) * UNIT;

		width = wide > width ? wide : width;
		y = grid_svg(g, y, &body);
	}
	y += MARGIN;
	if (element) {
		buf_printf(out, "<svg class=\"picture\" role=\"img\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
			   "xmlns=\"http://www.w3.org/2000/svg\"><title>", width, y, width, y);
		text_put_xml(out, buf_text(&head), head.len);
		buf_printf(out, "</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n%s</svg>\n", buf_text(&body));
	} else {
		buf_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"monospace\" font-size=\"13\">\n"
			   "<style>.head { font-weight: bold } .dim { fill: #555 }</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
			   "%s</svg>\n", width, y, buf_text(&body));
	}
	out->failed |= head.failed || body.failed;
	buf_release(&head);
	buf_release(&body);
}

void picture_svg(const struct picture *p, struct buf *out)
{
	draw_svg(p, false, out);
}

void picture_svg_element(const struct picture *p, struct buf *out)
{
	draw_svg(p, true, out);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static json_t *grid_json(const struct picture_grid *g)
{
	json_t *labels = json_array(), *cells = json_array(), *shades = json_array();

	for (size_t r = 0; r < g->rows; r++) {
		json_t *texts = json_array(), *row = json_array();

		for (size_t c = 0; c < g->cols; c++) {
			json_array_append_new(texts, json_string(g->cells[r * g->cols + c].text));
			json_array_append_new(row, json_integer(g->cells[r * g->cols + c].shade));
		}
		json_array_append_new(labels, json_text_or_null(g->labels[r]));
		json_array_append_new(cells, texts);
		json_array_append_new(shades, row);
	}
	return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:I}", "kind", g->kind, "title", g->title, "note", json_text_or_null(g->note), "labels",
			 labels, "cells", cells, "shades", shades, "left_out", (json_int_t)g->left_out);
}

json_t *picture_json(const struct picture *p)
{
	json_t *grids = json_array(), *lines = json_array();

	for (size_t i = 0; i < p->ngrids; i++)
		json_array_append_new(grids, grid_json(&p->grids[i]));
	for (size_t i = 0; i < p->nlines; i++)
		json_array_append_new(lines, json_integer(p->lines[i]));
	return json_pack("{s:s, s:o, s:s, s:o, s:o, s:o, s:o}", "exercise", p->exercise, "file", json_text_bytes(p->path, strlen(p->path)), "case",
			 p->case_name, "line", json_line_number(p->line), "source", json_text_or_null(p->source), "lines", lines, "pictures", grids);
}
