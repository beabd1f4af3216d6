/* picture_draw.c - the grids of a picture as text, SVG and JSON: see picture.h. */
#include "config.h"

#include "draw/picture.h"

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/language.h"
#include "base/source.h"
#include "cost/cost.h"
#include "draw/gantt.h"
#include "draw/image.h"
#include "timeline/timeline_draw.h"
#include "words/remark.h"

#define WIDTH      80
#define LABEL_MOST 16

/* ---- text -------------------------------------------------------------------------------- */

static int cells_columns(const struct picture_grid *g)
{
	return (int)(g->cols * g->cell);
}

/* Cuts long labels; labels that show a source line get the room that is left. */
static int label_columns(const struct picture_grid *g, int width)
{
	int widest = 0, room = strcmp(g->kind, "lanes") ? LABEL_MOST : width - cells_columns(g) - 1;

	for (size_t r = 0; r < g->rows; r++) {
		int columns = g->labels[r] ? text_width(g->labels[r]) : 0;

		widest = columns > widest ? columns : widest;
	}
	room = room < LABEL_MOST / 2 ? LABEL_MOST / 2 : room;
	return widest < room ? widest : room;
}

int picture_kind_columns(const char *kind)
{
	static const struct { const char *kind; int columns; } all[] = {
		{ "sectors", 38 }, { "banks", 72 }, { "block", 76 }, { "lanes", 56 }, { "difference", 76 }, { "streams", 72 },
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (!strcmp(all[i].kind, kind))
			return all[i].columns;
	return WIDTH;
}

static void put_label(const char *text, int columns, const struct picture_pen *pen)
{
	char label[4 * WIDTH];
	int bytes = (int)strlen(text);

	while (bytes && (text_width(text) > columns || bytes > (int)sizeof label / 2)) {
		snprintf(label, sizeof label, "%.*s", --bytes, text);
		if (((unsigned char)text[bytes] & 0xC0) != 0x80 && text_width(label) <= columns)
			break;
	}
	snprintf(label, sizeof label, "%.*s", bytes, text);
	snprintf(label + bytes, sizeof label - (size_t)bytes, "%*s ", columns - text_width(label), "");
	pen->put(pen->ctx, PICTURE_LABEL, label);
}

/* The columns [first, end) of a grid. */
struct columns { size_t first, end; int gap; };

static void put_row(const struct picture_grid *g, size_t row, int label, const struct columns *columns,
		    const struct picture_pen *pen)
{
	put_label(g->labels[row] ? g->labels[row] : "", label, pen);
	for (size_t c = columns->first; c < columns->end; c++) {
		const struct picture_cell *cell = &g->cells[row * g->cols + c];
		enum picture_ink ink = !cell->shade ? PICTURE_EMPTY : cell->shade > 3 ? PICTURE_MUCH : PICTURE_USED;
		const char *text = *cell->text ? cell->text : pen->ascii ? "." : "·";
		char before[8];

		snprintf(before, sizeof before, "%*s", columns->gap + (int)g->cell - text_width(text), "");
		pen->put(pen->ctx, PICTURE_EMPTY, before);
		pen->put(pen->ctx, ink, text);
	}
	pen->end(pen->ctx, PICTURE_EMPTY);
}

static void put_words(const char *text, enum picture_ink ink, const struct picture_pen *pen)
{
	pen->put(pen->ctx, ink, text);
	pen->end(pen->ctx, ink);
}

/*
 * The numbers of neighbouring banks would run together: between them is a
 * column, and the banks are in as many parts as that needs.
 */
static struct columns first_columns(const struct picture_grid *g, int label, int width)
{
	struct columns all = { 0, g->cols, !strcmp(g->kind, "banks") };

	while (all.gap && all.end > 1 && label + 1 + (int)(all.end * (g->cell + 1)) > width)
		all.end = (all.end + 1) / 2;
	return all;
}

static void put_heads(const struct picture_grid *g, const struct columns *columns, const struct picture_pen *pen)
{
	struct buf heads = BUF_INIT;

	if (columns->gap) {
		for (size_t c = columns->first; c < columns->end && c * g->cell < strlen(g->heads); c++)
			buf_printf(&heads, " %.*s", (int)g->cell, g->heads + c * g->cell);
	} else {
		buf_puts(&heads, g->heads);
	}
	put_words(buf_text(&heads), PICTURE_HEADS, pen);
	buf_release(&heads);
}

void picture_grid_draw(const struct picture_grid *g, const struct picture_pen *pen)
{
	int label = label_columns(g, pen->width);
	struct columns columns = first_columns(g, label, pen->width);
	const size_t part = columns.end;
	char more[64];

	if (g->title)
		put_words(g->title, PICTURE_TITLE, pen);
	for (; columns.first < g->cols; columns.first = columns.end, columns.end += part) {
		if (columns.end > g->cols)
			columns.end = g->cols;
		if (g->heads) {
			put_label("", label, pen);
			put_heads(g, &columns, pen);
		}
		for (size_t r = 0; r < g->rows; r++)
			put_row(g, r, label, &columns, pen);
	}
	if (g->left_out) {
		snprintf(more, sizeof more, tr_n("and %zu more row", "and %zu more rows", g->left_out), g->left_out);
		put_words(more, PICTURE_HEADS, pen);
	}
	if (g->note)
		put_words(g->note, PICTURE_NOTE, pen);
}

/* A pen that writes plain text, indented. */
struct plain { struct buf line, *out; };

static void plain_put(void *ctx, enum picture_ink ink, const char *text)
{
	(void)ink;
	buf_puts(&((struct plain *)ctx)->line, text);
}

static void plain_end(void *ctx, enum picture_ink ink)
{
	struct plain *p = ctx;

	if (ink == PICTURE_TITLE || ink == PICTURE_NOTE) {
		text_wrap(p->out, buf_text(&p->line), WIDTH, ink == PICTURE_NOTE ? 2 : 0, "  ");
	} else {
		while (p->line.len && p->line.data[p->line.len - 1] == ' ')
			p->line.len--;
		buf_puts(p->out, "  ");
		buf_append(p->out, p->line.data, p->line.len);
		buf_putc(p->out, '\n');
	}
	buf_clear(&p->line);
}

static void grid_text(const struct picture_grid *g, bool ascii, struct buf *out)
{
	struct plain plain = { BUF_INIT, out };
	const struct picture_pen pen = { plain_put, plain_end, &plain, WIDTH - 2, ascii };

	picture_grid_draw(g, &pen);
	out->failed |= plain.line.failed;
	buf_release(&plain.line);
}

static struct timeline_style timeline_look(bool ascii, bool element)
{
	return (struct timeline_style){ .width = WIDTH, .utf8 = !ascii, .machine = COST_MACHINE, .element = element };
}

static void lines_text(const struct picture *p, struct buf *out)
{
	struct buf all = BUF_INIT;

	buf_puts(&all, _("--line N draws one of the lines that use memory:"));
	for (size_t i = 0; i < p->nlines; i++)
		buf_printf(&all, " %d", p->lines[i]);
	text_wrap(out, buf_text(&all), WIDTH, 0, "  ");
	buf_release(&all);
}

void picture_text(const struct picture *p, bool ascii, bool colour, struct buf *out)
{
	const struct timeline_style look = timeline_look(ascii, false);

	buf_printf(out, _("%s with %s, on the virtual machine\n"), p->exercise, p->case_name);
	if (p->line)
		text_cut(out, WIDTH, _("line %d: %s"), p->line, p->source);
	else if (p->ngantt)
		timeline_text(p->gantt, p->ngantt, &look, out);
	else if (!p->ngrids)
		buf_puts(out, _("each element is right: there is no difference from the reference to draw\n"));
	if (p->image) {
		buf_putc(out, '\n');
		image_text(p->image, ascii, colour, out);
	}
	for (size_t i = 0; i < p->ngrids; i++) {
		buf_putc(out, '\n');
		grid_text(&p->grids[i], ascii, out);
	}
	if (!p->line && p->nlines) {
		buf_putc(out, '\n');
		lines_text(p, out);
	}
}

/* ---- SVG ----------------------------------------------------------------------------------- */

#define UNIT   9  /* per column of text */
#define ROW    18
#define MARGIN 12
#define WIDTH_LEAST 900
#define SVG_COLUMNS ((WIDTH_LEAST - 2 * MARGIN) / UNIT)

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

/* In several lines, if it is wider than the smallest picture; returns the top of the last one. */
static int put_lines(int y, const char *style, const char *text, struct buf *out)
{
	struct buf lines = BUF_INIT;
	char *rest = NULL, *line;

	text_wrap(&lines, text, SVG_COLUMNS, 0, "");
	for (line = lines.failed ? NULL : strtok_r(lines.data, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest), y += ROW)
		put_line(MARGIN, y, style, line, out);
	out->failed |= lines.failed;
	buf_release(&lines);
	return y - ROW;
}

/* Returns the top of the next grid. */
static int grid_svg(const struct picture_grid *g, int top, struct buf *out)
{
	int cell = (int)(g->cell + 1) * UNIT, left = MARGIN + (label_columns(g, WIDTH) + 1) * UNIT;

	top = put_lines(top + ROW, "head", g->title, out) + ROW;
	/* a number of two digits needs two cells */
	for (size_t c = 0; g->heads && c < g->cols; c += g->cell > 1 || g->cols < 10 ? 1 : 2) {
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

			buf_printf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#1f6feb\" "
					"fill-opacity=\"%.2f\" stroke=\"#999\"/>\n",
				   x, y + 2, cell - 2, ROW - 2, at->shade / (1.5 * PICTURE_SHADES));
			if (*at->text)
				put_line(x + 3, y + ROW - 4, "plain", at->text, out);
		}
	}
	top += (int)g->rows * ROW;
	if (g->note)
		top = put_lines(top + ROW, "dim", g->note, out) - ROW;
	return top + 2 * ROW;
}

static void draw_svg(const struct picture *p, bool element, struct buf *out)
{
	struct buf body = BUF_INIT, head = BUF_INIT;
	const struct timeline_style look = timeline_look(false, element);
	int y = 2 * ROW, width = WIDTH_LEAST;

	if (p->ngantt) {
		timeline_svg(p->gantt, p->ngantt, &look, out);
		return;
	}
	buf_printf(&head, _("%s with %s%s"), p->exercise, p->case_name, p->line ? ", " : "");
	if (p->line)
		buf_printf(&head, _("line %d: %s"), p->line, p->source);
	y += put_lines(ROW, "head", buf_text(&head), &body) - ROW;
	for (size_t i = 0; i < p->ngrids; i++) {
		const struct picture_grid *g = &p->grids[i];
		int wide = 2 * MARGIN + (label_columns(g, WIDTH) + 1) * UNIT + (int)(g->cols * (g->cell + 1)) * UNIT;

		width = wide > width ? wide : width;
		y = grid_svg(g, y, &body);
	}
	if (p->image) {
		const int side = 6 * (int)p->image->cols < width - 2 * MARGIN ? 6 : 3;

		image_svg(p->image, MARGIN, y, side, &body);
		y += side * (int)p->image->rows;
	}
	y += MARGIN;
	if (element) {
		buf_printf(out, "<svg class=\"picture\" role=\"img\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
			   "xmlns=\"http://www.w3.org/2000/svg\"><title>", width, y, width, y);
		text_put_xml(out, buf_text(&head), head.len);
		buf_printf(out, "</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n%s</svg>\n", buf_text(&body));
	} else {
		buf_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"monospace\" "
			   "font-size=\"13\">\n<style>.head { font-weight: bold } .dim { fill: #555 }</style>\n<rect "
			   "width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n%s</svg>\n", width, y, buf_text(&body));
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
	return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:I}", "kind", g->kind, "title", g->title, "note",
			 json_text_or_null(g->note), "labels", labels, "cells", cells, "shades", shades, "left_out",
			 (json_int_t)g->left_out);
}

json_t *picture_json(const struct picture *p)
{
	json_t *grids = json_array(), *lines = json_array(), *gantt = p->ngantt ? gantt_json(p->gantt, p->ngantt) : NULL;

	for (size_t i = 0; i < p->ngrids; i++)
		json_array_append_new(grids, grid_json(&p->grids[i]));
	for (size_t i = 0; i < p->nlines; i++)
		json_array_append_new(lines, json_integer(p->lines[i]));
	return json_pack("{s:s, s:o, s:s, s:o, s:o, s:o, s:o, s:o*, s:o*}", "exercise", p->exercise, "file",
			 json_text_bytes(p->path, strlen(p->path)), "case", p->case_name, "line", json_line_number(p->line),
			 "source", json_text_or_null(p->source), "lines", lines, "pictures", grids,
			 "operations", gantt, "image", p->image ? image_json(p->image) : NULL);
}
