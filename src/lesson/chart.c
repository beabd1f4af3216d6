/*
 * chart.c - an experiment's numbers as bars:
 *
 *	stride
 *	     1  ████ 4
 *	     2  ████████ 8
 *	        sectors per request, counted on the virtual machine
 *
 * With several kernels each label has a bar for each kernel, under the kernel's name. The longest bar
 * leaves room for its number. On a logarithmic scale each doubling adds the same length.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "words/metric.h"
#include "base/language.h"
#include "base/source.h"
#include "lesson/internal.h"
#include "lesson/flow.h"

#define NUMBER_COLS 9 /* " 12.3 k" and a blank */
#define SPREAD_COLS 6 /* " ±12%" */
#define LABELS_WIDE 24
#define BAR_LEAST   10
#define BAR_MOST    50
#define EIGHTHS     8

static const enum style series_styles[] = { STYLE_CODE, STYLE_GOOD, STYLE_KEYWORD, STYLE_EMPHASIS };

struct plot {
	struct flow *f;
	const struct chart *c;
	int label_cols, name_cols, bar_cols;
	struct chart_range range;
};

struct chart_range chart_range(const struct chart *c)
{
	struct chart_range range = { 0, 0 };

	for (size_t s = 0; s < c->nseries; s++) {
		for (size_t i = 0; i < c->nlabels; i++) {
			double v = c->series[s].values[i];

			if (!isfinite(v) || v <= 0)
				continue;
			range.most = v > range.most ? v : range.most;
			range.least = range.least <= 0 || v < range.least ? v : range.least;
		}
	}
	return range;
}

double chart_share(const struct chart *c, struct chart_range range, double value)
{
	if (!isfinite(value) || value <= 0)
		return 0;
	if (c->logarithmic && range.most > range.least)
		return (1 + log2(value / range.least)) / (1 + log2(range.most / range.least));
	return value / range.most;
}

static int widest_label(const struct chart *c)
{
	int widest = text_width(c->axis);

	for (size_t i = 0; i < c->nlabels; i++)
		if (text_width(c->labels[i]) > widest)
			widest = text_width(c->labels[i]);
	return widest;
}

static void plot_measure(struct plot *p)
{
	const struct chart *c = p->c;

	p->range = chart_range(c);
	p->label_cols = widest_label(c);
	for (size_t s = 0; c->nseries > 1 && s < c->nseries; s++)
		if (text_width(c->series[s].name) > p->name_cols)
			p->name_cols = text_width(c->series[s].name);
	p->bar_cols = p->f->width - p->label_cols - p->name_cols - (p->name_cols ? 2 : 0) - 2 - NUMBER_COLS -
		      (c->nseries && c->series[0].least ? SPREAD_COLS : 0);
	p->bar_cols = p->bar_cols < BAR_LEAST ? BAR_LEAST : p->bar_cols > BAR_MOST ? BAR_MOST : p->bar_cols;
}

/* In eighths of a column; any value above 0 gets at least one. */
static int bar_length(const struct plot *p, double v)
{
	int n = (int)lround(chart_share(p->c, p->range, v) * p->bar_cols * EIGHTHS);

	return n < 1 && isfinite(v) && v > 0 ? 1 : n;
}

static void bar_flow(struct plot *p, double v, enum style style)
{
	static const char *const ends[] = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉" };
	int n = bar_length(p, v);
	char number[32];

	if (p->f->ascii)
		n = (n + EIGHTHS - 1) / EIGHTHS * EIGHTHS;
	for (int i = 0; i < n / EIGHTHS; i++)
		flow_add(p->f, style, p->f->ascii ? "#" : "█");
	flow_add(p->f, style, ends[n % EIGHTHS]);
	if (isfinite(v))
		flow_printf(p->f, STYLE_PLAIN, "%s%s", n ? " " : "", metric_text(v, number, sizeof number));
	else
		flow_add(p->f, STYLE_DIM, _("none"));
}

static void row_flow(struct plot *p, size_t label, size_t s)
{
	const struct chart_series *series = &p->c->series[s];
	enum style style = series_styles[s % (sizeof series_styles / sizeof *series_styles)];
	char spread[16];

	flow_printf(p->f, STYLE_PLAIN, "%*s  ", p->label_cols, s ? "" : p->c->labels[label]);
	if (p->name_cols)
		flow_printf(p->f, STYLE_DIM, "%-*s  ", p->name_cols, series->name);
	bar_flow(p, series->values[label], style);
	if (series->least && isfinite(series->values[label]) && series->values[label] > 0)
		flow_add(p->f, STYLE_DIM, chart_spread(series, label, spread, sizeof spread));
	flow_break(p->f);
}

void chart_flow(struct flow *f, const struct chart *c)
{
	struct plot p = { .f = f, .c = c };
	int foot;

	plot_measure(&p);
	flow_add(f, STYLE_EMPHASIS, retold(c->title));
	flow_wrap(f, 0);
	flow_printf(f, STYLE_DIM, "%*s", p.label_cols, c->axis);
	flow_break(f);
	for (size_t i = 0; i < c->nlabels; i++)
		for (size_t s = 0; s < c->nseries; s++)
			row_flow(&p, i, s);
	foot = p.label_cols > LABELS_WIDE ? 0 : p.label_cols; /* under the bars, unless too little room is left there */
	flow_printf(f, STYLE_DIM, "%*s  %s, %s %s%s", foot, "", retold(c->noun), c->timed ? _("measured on") : _("counted on"),
		   retold(c->device),
		    c->logarithmic ? _("; logarithmic") : "");
	flow_wrap(f, foot + 2);
	if (!c->lacks)
		return;
	flow_blank(f);
	flow_add(f, STYLE_EMPHASIS, retold(c->lacks));
	flow_wrap(f, 0);
}
