/*
 * timeline_svg.c - a timeline as a picture: one SVG file without scripts, fonts or external resources.
 *
 * Each operation is a bar; browsers show its <title> as a tooltip. Bars of one group
 * that would be less than a pixel wide, or less than a pixel apart, become one bar with their number, so that
 * the file stays small for any program.
 */
#include "config.h"

#include "timeline/timeline_draw.h"

#include <stdlib.h>
#include <string.h>

#include "base/language.h"

#define ROWS_MOST   64
#define LEGEND_MOST 24
#define WIDE        1200  /* of the whole picture, in pixels */
#define LEFT        110   /* x of time 0 */
#define ROW         24
#define TOP         56

struct picture {
	const struct timeline_entry *e; size_t n;
	const struct timeline_style *style;
	struct timeline_plan plan;
	struct buf *out;
};

/* Several entries drawn as one bar. */
struct bar { size_t row, group, first; uint64_t times, start, end; };

static double x_of(const struct picture *p, uint64_t ns)
{
	return LEFT + (double)(ns - p->plan.begin) * (WIDE - LEFT - 20) / (double)p->plan.total;
}

/* Kernels differ by lightness; only the first letters get their own. */
static void put_fill(struct picture *p, const struct timeline_group *g)
{
	static const char *const kernels[] = { "#5f9e3f", "#3f8f6b", "#8aa632", "#2f7d32", "#7fb77e", "#4d7c0f" };

	if (g->kind == TIMELINE_KERNEL && g->symbol >= 'A' && g->symbol <= 'Z')
		buf_puts(p->out, kernels[(g->symbol - 'A') % 6]);
	else
		buf_puts(p->out, timeline_kinds[g->kind].colour);
}

static void put_title(struct picture *p, const struct bar *b)
{
	const struct timeline_entry *e = &p->e[b->first];
	const struct timeline_group *g = &p->plan.groups[b->group];

	buf_puts(p->out, "<title>");
	if (b->times > 1)
		buf_printf(p->out, "%llu x ", (unsigned long long)b->times);
	timeline_put_text(p->out, e->name, TIMELINE_XML, 200);
	if (*g->file && g->line > 0) {
		buf_puts(p->out, "\n");
		timeline_put_text(p->out, e->file, TIMELINE_XML, 200);
		buf_printf(p->out, ":%d", e->line);
	}
	buf_puts(p->out, "\n");
	timeline_put_time(p->out, b->start - p->plan.begin);
	buf_puts(p->out, _(" to "));
	timeline_put_time(p->out, b->end - p->plan.begin);
	buf_puts(p->out, ", ");
	timeline_put_time(p->out, b->end - b->start);
	if (e->bytes && b->times == 1) {
		buf_puts(p->out, "\n");
		timeline_put_bytes(p->out, e->bytes);
		buf_puts(p->out, e->pinned || e->kind > TIMELINE_COPY_OUT ? "" : _(", not pinned"));
	}
	if (e->kind == TIMELINE_KERNEL && b->times == 1)
		buf_printf(p->out, _("\n%llu blocks; %llu at once fill the device"), (unsigned long long)e->blocks,
			   (unsigned long long)e->fit);
	buf_puts(p->out, "</title>");
}

static void put_bar(struct picture *p, const struct bar *b)
{
	const struct timeline_group *g = &p->plan.groups[b->group];
	double x = x_of(p, b->start), w = x_of(p, b->end) - x, y = TOP + (double)b->row * ROW;

	buf_printf(p->out, "<rect x=\"%.1f\" y=\"%.0f\" width=\"%.1f\" height=\"%d\" fill=\"", x, y + 3, w < 0.8 ? 0.8 : w,
		   ROW - 6);
	put_fill(p, g);
	buf_puts(p->out, "\"");
	if (w > 4)
		buf_puts(p->out, " stroke=\"#ffffff\" stroke-width=\"0.6\"");
	buf_puts(p->out, ">");
	put_title(p, b);
	buf_puts(p->out, "</rect>\n");
	/* About 6.5 pixels a letter. */
	if (w > 30 && g->kind == TIMELINE_KERNEL) {
		buf_printf(p->out, "<text x=\"%.1f\" y=\"%.0f\" class=\"in\">", x + 4, y + 16);
		timeline_put_text(p->out, g->name, TIMELINE_XML, (size_t)(w / 6.5));
		buf_puts(p->out, "</text>\n");
	}
}

static int by_place(const void *a, const void *b)
{
	const struct bar *x = a, *y = b;

	if (x->row != y->row)
		return x->row < y->row ? -1 : 1;
	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

static bool bars_draw(struct picture *p)
{
	struct bar *bars = malloc((p->n ? p->n : 1) * sizeof *bars);
	uint64_t pixel = p->plan.total / (WIDE - LEFT);
	size_t count = 0, kept = 0;

	if (!bars)
		return false;
	for (size_t i = 0; i < p->n; i++)
		if (p->plan.row_of[i] != TIMELINE_NO_ENTRY)
			bars[count++] = (struct bar){ p->plan.row_of[i], p->plan.group_of[i], i, 1,
						      p->plan.begin + timeline_plan_start(&p->plan, &p->e[i]),
						 p->plan.begin + timeline_plan_end(&p->plan, &p->e[i]) };
	qsort(bars, count, sizeof *bars, by_place);
	for (size_t i = 0; i < count; i++) {
		struct bar *b = kept ? &bars[kept - 1] : NULL;
		bool small = b && (b->times > 1 || b->end - b->start <= pixel) && bars[i].end - bars[i].start <= pixel;

		if (small && b->row == bars[i].row && b->group == bars[i].group && bars[i].start <= b->end + pixel) {
			b->times++;
			b->end = bars[i].end > b->end ? bars[i].end : b->end;
		} else {
			bars[kept++] = bars[i];
		}
	}
	for (size_t i = 0; i < kept; i++)
		put_bar(p, &bars[i]);
	free(bars);
	return true;
}

static void put_label(struct picture *p, size_t row)
{
	struct buf label = BUF_INIT;

	timeline_row_label(&p->plan, &p->plan.rows[row], &label);
	buf_printf(p->out, "<text x=\"%d\" y=\"%zu\" text-anchor=\"end\">%s</text>\n", LEFT - 8, TOP + row * ROW + 16,
		   buf_text(&label));
	buf_printf(p->out, "<line x1=\"%d\" y1=\"%zu\" x2=\"%d\" y2=\"%zu\" class=\"rule\"/>\n", LEFT, TOP + (row + 1) * ROW,
		   WIDE - 20, TOP + (row + 1) * ROW);
	buf_release(&label);
}

static void scale_draw(struct picture *p)
{
	size_t bottom = TOP + p->plan.nrows * ROW;

	for (unsigned k = 0; k <= 8; k++) {
		uint64_t ns = p->plan.total * k / 8, at = p->plan.begin + ns;

		buf_printf(p->out, "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%zu\" class=\"rule\"/>\n", x_of(p, at), TOP - 4,
			   x_of(p, at), bottom);
		buf_printf(p->out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" class=\"small\">", x_of(p, at), TOP - 9);
		timeline_put_time(p->out, ns);
		buf_puts(p->out, "</text>\n");
	}
}

static void legend_draw(struct picture *p)
{
	size_t y = TOP + p->plan.nrows * ROW + 24;

	for (size_t i = 0; i < p->plan.ngroups && i < LEGEND_MOST; i++, y += 18) {
		const struct timeline_group *g = &p->plan.groups[i];

		buf_printf(p->out, "<rect x=\"%d\" y=\"%zu\" width=\"12\" height=\"12\" fill=\"", LEFT, y - 10);
		put_fill(p, g);
		buf_printf(p->out, "\"/>\n<text x=\"%d\" y=\"%zu\">%llu x ", LEFT + 20, y, (unsigned long long)g->times);
		timeline_put_text(p->out, g->kind == TIMELINE_KERNEL || timeline_kinds[g->kind].engine ==
				  TIMELINE_CALLER ? g->name : _(timeline_kinds[g->kind].what), TIMELINE_XML, 80);
		if (*g->file && g->line > 0) {
			buf_puts(p->out, " (");
			timeline_put_text(p->out, g->file, TIMELINE_XML, 60);
			buf_printf(p->out, ":%d)", g->line);
		}
		buf_puts(p->out, ", ");
		timeline_put_time(p->out, g->ns);
		if (g->bytes) {
			buf_puts(p->out, ", ");
			timeline_put_bytes(p->out, g->bytes);
		}
		if (!g->pinned && (g->kind == TIMELINE_COPY_IN || g->kind == TIMELINE_COPY_OUT))
			buf_puts(p->out, _(", not pinned"));
		buf_puts(p->out, "</text>\n");
	}
	if (p->plan.ngroups > LEGEND_MOST)
		{
		buf_printf(p->out, "<text x=\"%d\" y=\"%zu\">", LEFT + 20, y);
		buf_printf(p->out, _("and %zu more"), p->plan.ngroups - LEGEND_MOST);
		buf_puts(p->out, "</text>\n");
	}
}

static size_t height(const struct picture *p)
{
	size_t legend = p->plan.ngroups > LEGEND_MOST ? LEGEND_MOST + 1 : p->plan.ngroups;

	return TOP + p->plan.nrows * ROW + 24 + legend * 18 + 8;
}

static void put_head(struct picture *p)
{
	buf_printf(p->out, "<svg xmlns=\"http://www.w3.org/2000/svg\"%s viewBox=\"0 0 %d %zu\" width=\"%d\" height=\"%zu\">\n",
		   p->style->element ? " class=\"timeline\" role=\"img\"" : "", WIDE, height(p), WIDE, height(p));
	if (p->style->element)
		buf_printf(p->out, "<title>%s</title>\n", _("The work over time"));
	else
		buf_puts(p->out, "<style>text{font:12px sans-serif;fill:#222}.small{font-size:10px;fill:#555}"
			 ".in{font-size:11px;fill:#fff;pointer-events:none}"
			 ".rule{stroke:#ddd;stroke-width:0.5}.head{font-size:14px;font-weight:bold}</style>\n");
	buf_printf(p->out, "<rect width=\"%d\" height=\"%zu\" fill=\"#ffffff\"/>\n", WIDE, height(p));
	buf_printf(p->out, "<text x=\"12\" y=\"20\" class=\"head\">%s", _("modelled on "));
	timeline_put_text(p->out, name_alone(p->style->machine), TIMELINE_XML, 60);
	buf_puts(p->out, _(" (never measured): "));
	timeline_put_time(p->out, p->plan.total);
	buf_printf(p->out, tr_n(", %llu operation", ", %llu operations", p->plan.operations),
		   (unsigned long long)p->plan.operations);
	{
		struct buf overlap = BUF_INIT;

		timeline_put_overlap(p->e, p->n, &overlap);
		if (overlap.len) {
			buf_puts(p->out, "; ");
			timeline_put_text(p->out, buf_text(&overlap), TIMELINE_XML, 200);
		}
		buf_release(&overlap);
	}
	buf_puts(p->out, "</text>\n");
}

static bool draw(struct picture *p)
{
	if (!timeline_plan(p->e, p->n, ROWS_MOST, &p->plan))
		return false;
	put_head(p);
	if (p->plan.total) {
		scale_draw(p);
		for (size_t row = 0; row < p->plan.nrows; row++)
			put_label(p, row);
		if (!bars_draw(p))
			return false;
		legend_draw(p);
	}
	buf_puts(p->out, "</svg>\n");
	return true;
}

void timeline_svg(const struct timeline_entry *e, size_t n, const struct timeline_style *style, struct buf *out)
{
	struct picture p = { .e = e, .n = n, .style = style, .out = out };

	if (!draw(&p))
		out->failed = true;
	timeline_plan_release(&p.plan);
}
