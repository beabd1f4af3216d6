/* demo_draw.c - draws the results of a demo, outside any lesson: charts as text and as SVG, an output as a picture of shades. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/language.h"
#include "base/source.h"
#include "lesson/flow.h"
#include "lesson/internal.h"
#include "timeline/timeline_draw.h"
#include "words/metric.h"

/* ---- a chart as text -------------------------------------------------------------------- */

int chart_text(const struct chart *c, int width, bool ascii, struct buf *out, struct error *err)
{
	struct arena arena = { 0 };
	struct flow f = { .a = &arena, .width = width, .ascii = ascii };

	chart_flow(&f, c);
	for (size_t i = 0; i < f.nlines && !arena.failed; i++) {
		for (size_t k = 0; k < f.lines[i].nspans; k++)
			buf_puts(out, f.lines[i].spans[k].text);
		buf_putc(out, '\n');
	}
	arena_release(&arena);
	return out->failed ? error_nomem(err) : 0;
}

/* ---- a chart as SVG ----------------------------------------------------------------------- */

#define WIDE    960 /* pixels, of the whole picture */
#define ROW     22
#define TOP     64
#define LETTER  8.5 /* the width of a character in the requested font, or slightly more */
#define NUMBERS 110 /* space for the number after the longest bar */

static const char *const colours[] = { "#4c8ecb", "#5f9e3f", "#d58a2e", "#7d6fb8", "#b35c44", "#3d9c92" };

static void put_xml(struct buf *out, const char *text)
{
	timeline_put_text(out, text, TIMELINE_XML, 400);
}

static int widest(const struct chart *c, bool names)
{
	int most = text_width(c->axis);

	for (size_t i = 0; i < (names ? c->nseries : c->nlabels); i++) {
		int cols = text_width(names ? c->series[i].name : c->labels[i]);

		most = cols > most ? cols : most;
	}
	return most;
}

static void svg_open(struct buf *out, double width, double height, const char *title)
{
	buf_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
			"height=\"%.0f\">\n<title>",
		   width, height, width, height);
	put_xml(out, title);
	buf_puts(out, "</title>\n<style>text{font:14px "
		      "ui-monospace,Menlo,Consolas,monospace;fill:#222;white-space:pre}.t{font-size:20px;font-weight:bold}"
		      ".d{fill:#666}</style>\n");
	buf_printf(out, "<rect width=\"%.0f\" height=\"%.0f\" fill=\"#fff\"/>\n<text class=\"t\" x=\"20\" y=\"32\">",
		   width, height);
	put_xml(out, title);
	buf_puts(out, "</text>\n");
}

/* `end`: the text ends at x. */
static void svg_text(struct buf *out, double x, double y, const char *extra, bool end, const char *text)
{
	buf_printf(out, "<text x=\"%.1f\" y=\"%.1f\"%s%s>", x, y, extra, end ? " text-anchor=\"end\"" : "");
	put_xml(out, text);
	buf_puts(out, "</text>\n");
}

static void svg_bar(struct buf *out, const struct chart *c, size_t s, size_t i, double x, double y, double room)
{
	struct chart_range range = chart_range(c);
	double value = c->series[s].values[i], length = room * chart_share(c, range, value);
	char number[32], text[64], spread[16];

	buf_printf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.2f\" height=\"%d\" rx=\"2\" fill=\"%s\"/>\n", x, y,
		   length > 1 || !(value > 0) ? length : 1, ROW - 5, colours[s % (sizeof colours / sizeof *colours)]);
	if (!isfinite(value))
		snprintf(text, sizeof text, "none");
	else if (c->series[s].least)
		snprintf(text, sizeof text, "%s%s", metric_text(value, number, sizeof number),
			 chart_spread(&c->series[s], i, spread, sizeof spread));
	else
		snprintf(text, sizeof text, "%s", metric_text(value, number, sizeof number));
	svg_text(out, x + length + 8, y + 13, "", false, text);
}

void chart_svg(const struct chart *c, struct buf *out)
{
	double labels = 20 + LETTER * widest(c, false), names = c->nseries > 1 ? LETTER * (widest(c, true) + 2) : LETTER;
	double x = labels + names + 8, room = WIDE - x - NUMBERS, y = TOP + ROW;
	double height = TOP + ROW + (double)(c->nlabels * (c->nseries * ROW + 8)) + 40;
	struct buf noun = BUF_INIT;

	room = room < 200 ? 200 : room;
	svg_open(out, x + room + NUMBERS, height, retold(c->title));
	svg_text(out, labels, TOP + 4, " class=\"d\"", true, c->axis);
	for (size_t i = 0; i < c->nlabels; i++) {
		svg_text(out, labels, y + 13, "", true, c->labels[i]);
		for (size_t s = 0; s < c->nseries; s++, y += ROW) {
			if (c->nseries > 1)
				svg_text(out, labels + 12, y + 13, " class=\"d\"", false, c->series[s].name);
			svg_bar(out, c, s, i, x, y, room);
		}
		y += 8;
	}
	buf_printf(&noun, "%s, %s %s%s", retold(c->noun), c->timed ? _("measured on") : _("counted on"), retold(c->device),
		   c->logarithmic ? _("; logarithmic") : "");
	svg_text(out, 20, height - 14, " class=\"d\"", false, buf_text(&noun));
	buf_release(&noun);
	buf_puts(out, "</svg>\n");
}

/* ---- an output -------------------------------------------------------------------------------- */

#define ROWS_TEXT 20
#define CELLS_SVG 160 /* the most in each direction */

/* The mean of the elements that cell (r, c) of rows x cols represents, from 0 to 1 in the range of all. */
struct grid { const struct demo_picture *p; size_t rows, cols; double low, high; };

static double cell_mean(const struct grid *g, size_t r, size_t c)
{
	size_t top = r * g->p->rows / g->rows, bottom = (r + 1) * g->p->rows / g->rows;
	size_t left = c * g->p->cols / g->cols, right = (c + 1) * g->p->cols / g->cols;
	double sum = 0;

	for (size_t i = top; i < bottom; i++)
		for (size_t k = left; k < right; k++)
			sum += g->p->values[i * g->p->cols + k];
	return sum / (double)((bottom - top) * (right - left));
}

static struct grid grid_make(const struct demo_picture *p, size_t rows, size_t cols)
{
	struct grid g = { .p = p, .rows = rows < p->rows ? rows : p->rows, .cols = cols < p->cols ? cols : p->cols,
			  .low = INFINITY, .high = -INFINITY };

	for (size_t r = 0; r < g.rows; r++)
		for (size_t c = 0; c < g.cols; c++) {
			double v = cell_mean(&g, r, c);

			g.low = fmin(g.low, v);
			g.high = fmax(g.high, v);
		}
	return g;
}

static double shade(const struct grid *g, size_t r, size_t c)
{
	return g->high > g->low ? (cell_mean(g, r, c) - g->low) / (g->high - g->low) : 0;
}

static void put_range(const struct grid *g, struct buf *out)
{
	char low[32], high[32];

	buf_printf(out, "from %s to %s", metric_text(g->low, low, sizeof low), metric_text(g->high, high, sizeof high));
}

void demo_picture_text(const struct demo_picture *p, int width, bool ascii, struct buf *out)
{
	static const char *const plain[] = { " ", ".", ":", "-", "=", "+", "*", "#", "%", "@" };
	static const char *const blocks[] = { " ", "░", "▒", "▓", "█" };
	size_t shades = ascii ? sizeof plain / sizeof *plain : sizeof blocks / sizeof *blocks, rows = ROWS_TEXT, cols;
	struct grid g;

	/* A character is about twice as high as wide. */
	cols = 2 * rows * p->cols / p->rows;
	if (cols > (size_t)width - 4) {
		cols = (size_t)width - 4;
		rows = cols * p->rows / p->cols / 2;
	}
	g = grid_make(p, rows ? rows : 1, cols ? cols : 1);
	buf_printf(out, "%s\n", p->title);
	for (size_t r = 0; r < g.rows; r++) {
		buf_puts(out, "  ");
		for (size_t c = 0; c < g.cols; c++) {
			size_t i = (size_t)(shade(&g, r, c) * (double)shades);

			buf_puts(out, (ascii ? plain : blocks)[i < shades ? i : shades - 1]);
		}
		buf_putc(out, '\n');
	}
	buf_puts(out, "  ");
	put_range(&g, out);
	buf_putc(out, '\n');
}

void demo_picture_svg(const struct demo_picture *p, struct buf *out)
{
	size_t most = p->rows > p->cols ? p->rows : p->cols, step = (most + CELLS_SVG - 1) / CELLS_SVG;
	struct grid g = grid_make(p, (p->rows + step - 1) / step, (p->cols + step - 1) / step);
	double side = 800.0 / (double)(g.cols > g.rows ? g.cols : g.rows), height = TOP + side * (double)g.rows + 40;
	struct buf range = BUF_INIT;

	svg_open(out, 40 + side * (double)g.cols < 640 ? 640 : 40 + side * (double)g.cols, height, p->title);
	buf_puts(out, "<g shape-rendering=\"crispEdges\">\n");
	for (size_t r = 0; r < g.rows; r++) {
		for (size_t c = 0; c < g.cols;) {
			/* From blue through white to red; a run of one colour is one rectangle. */
			int v = (int)lround(shade(&g, r, c) * 100), red, blue;
			size_t run = 1;

			while (c + run < g.cols && (int)lround(shade(&g, r, c + run) * 100) == v)
				run++;
			red = v < 50 ? 40 + v * 43 / 10 : 255;
			blue = v < 50 ? 255 : 255 - (v - 50) * 43 / 10;
			buf_printf(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"rgb(%d,%d,%d)\"/>\n",
				   20 + side * (double)c, TOP + side * (double)r, side * (double)run, side, red,
				   v < 50 ? red : blue, blue);
			c += run;
		}
	}
	buf_puts(out, "</g>\n");
	put_range(&g, &range);
	svg_text(out, 20, height - 14, " class=\"d\"", false, buf_text(&range));
	buf_release(&range);
	buf_puts(out, "</svg>\n");
}
