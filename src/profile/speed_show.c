/*
 * speed_show.c - why a program is slow, as text, JSON and a page:
 *
 *	profile, modelled on an H200 (never measured): 1.43 ms, with kernels at work for 0.8 ms ...
 *
 *	product: 1 launch, 55.1 us, limited by L1
 *	  line 42: 8 x 8 blocks of 32 x 32 threads: 64 of 132 multiprocessors, 0.24 waves
 *	 line  time  instr lanes  requ. s/req  source
 *	   17   93%  ...
 *
 *	1. product.cu:17, product: 16.5 sectors a load ...
 */
#include "config.h"

#include "profile/speed.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/language.h"
#include "base/path.h"
#include "base/source.h"
#include "profile/columns.h"
#include "simt/counts.h"
#include "timeline/timeline_draw.h"
#include "words/finding_json.h"
#include "words/remark.h"

#define KERNELS_MOST 12 /* shown in full */
#define SHAPES_MOST  4

static int by_time(const void *a, const void *b)
{
	const struct speed_kernel *const *x = a, *const *y = b;

	return (*x)->ns != (*y)->ns ? ((*x)->ns < (*y)->ns ? 1 : -1) : (*x > *y) - (*x < *y);
}

/* The kernels, those with the most time first; the caller frees them. */
static const struct speed_kernel **sorted(const struct speed *s)
{
	const struct speed_kernel **all = malloc((s->nkernels + 1) * sizeof *all);

	for (size_t i = 0; all && i < s->nkernels; i++)
		all[i] = &s->kernels[i];
	if (all && s->nkernels)
		qsort(all, s->nkernels, sizeof *all, by_time);
	return all;
}

static void put_dims(struct dim3u d, struct buf *out)
{
	buf_printf(out, "%u", d.x);
	if (d.y > 1 || d.z > 1)
		buf_printf(out, " x %u", d.y);
	if (d.z > 1)
		buf_printf(out, " x %u", d.z);
}

/* The blocks that the device holds at once, the multiprocessors that get any, and how often it fills. */
static uint64_t fit_of(const struct speed_shape *shape)
{
	return cost_fit(&cost_h200, dim3u_volume(shape->block), shape->shared_bytes);
}

static uint64_t used_of(const struct speed_shape *shape)
{
	uint64_t blocks = dim3u_volume(shape->grid);

	return blocks < (uint64_t)cost_h200.sms ? blocks : (uint64_t)cost_h200.sms;
}

static double waves_of(const struct speed_shape *shape)
{
	return (double)dim3u_volume(shape->grid) / (double)fit_of(shape);
}

static void put_shape(const struct speed_shape *shape, struct buf *out)
{
	if (shape->launch.line)
		buf_printf(out, _("line %d: "), shape->launch.line);
	if (shape->launches > 1)
		buf_printf(out, _("%" PRIu64 " launches of "), shape->launches);
	put_dims(shape->grid, out);
	buf_puts(out, tr_n(" block of ", " blocks of ", dim3u_volume(shape->grid)));
	put_dims(shape->block, out);
	buf_printf(out, tr_n(" thread: %" PRIu64 " of %.0f multiprocessors, %.2g waves",
			     " threads: %" PRIu64 " of %.0f multiprocessors, %.2g waves", dim3u_volume(shape->block)),
		   used_of(shape), cost_h200.sms, waves_of(shape));
}

/* ---- text ------------------------------------------------------------------------------------- */

static bool any_value(const struct speed_kernel *k, enum profile_column_id column)
{
	for (size_t i = 0; i < k->nlines; i++)
		if (profile_columns[column].value(&k->lines[i].counts, k->lines[i].ns) > 0)
			return true;
	return column == PROFILE_share;
}

static double value_of(const struct speed_kernel *k, const struct speed_line *l, enum profile_column_id column)
{
	return profile_columns[column].value(&l->counts, k->ns > 0 ? l->ns / k->ns : 0);
}

static void put_row(const struct speed_kernel *k, const struct speed_line *l, const bool *shown, int width, struct buf *out)
{
	struct buf row = BUF_INIT, figure = BUF_INIT;

	buf_printf(&row, "%5d", l->place.line);
	for (enum profile_column_id i = 0; i < PROFILE_COLUMNS; i++) {
		if (!shown[i])
			continue;
		buf_clear(&figure);
		profile_figure(value_of(k, l, i), profile_columns[i].kind, &figure);
		buf_printf(&row, " %*s", profile_columns[i].width, buf_text(&figure));
	}
	buf_puts(&row, "  ");
	if (l->place.text)
		text_sanitise(l->place.text, strlen(l->place.text), &row);
	text_cut(out, width, "%s", buf_text(&row));
	buf_release(&row);
	buf_release(&figure);
}

static void put_table(const struct speed_kernel *k, int width, struct buf *out)
{
	bool shown[PROFILE_COLUMNS];
	const char *file = NULL;

	for (enum profile_column_id i = 0; i < PROFILE_COLUMNS; i++)
		shown[i] = any_value(k, i);
	profile_columns_fit(shown, 5 + 2, width);
	for (size_t i = 0; i < k->nlines; i++) {
		if (!file || strcmp(file, k->lines[i].place.file)) {
			if (file)
				text_cut(out, width, _(" in %s"), path_base(k->lines[i].place.file));
			file = k->lines[i].place.file;
			buf_printf(out, "%5s", _("line"));
			for (enum profile_column_id c = 0; c < PROFILE_COLUMNS; c++)
				if (shown[c])
					profile_head(c, out);
			buf_printf(out, "  %s\n", _("source"));
		}
		put_row(k, &k->lines[i], shown, width, out);
	}
}

static void put_measured(const struct speed *s, const struct speed_kernel *k, struct buf *out)
{
	if (!s->measured_on || !k->measured.launches)
		return;
	buf_puts(out, _("measured on "));
	text_sanitise(s->measured_on, strlen(s->measured_on), out);
	buf_puts(out, ": ");
	timeline_put_time(out, (uint64_t)k->measured.ns);
	if (k->measured.launches > 1) {
		buf_printf(out, _(" for %" PRIu64 " launches, "), k->measured.launches);
		timeline_put_time(out, (uint64_t)k->measured.least_ns);
		buf_puts(out, _(" for the shortest"));
	} else {
		buf_puts(out, _(" for its first launch, which costs more than others"));
	}
}

static void put_kernel(const struct speed *s, const struct speed_kernel *k, int width, struct buf *out)
{
	struct buf line = BUF_INIT;

	buf_putc(out, '\n');
	text_sanitise(k->name, strlen(k->name), &line);
	buf_printf(&line, tr_n(": %" PRIu64 " launch, ", ": %" PRIu64 " launches, ", k->launches), k->launches);
	timeline_put_time(&line, (uint64_t)k->ns);
	buf_printf(&line, _(", limited by %s"), _(k->limit));
	text_cut(out, width, "%s", buf_text(&line));
	buf_clear(&line);
	put_measured(s, k, &line);
	if (line.len) {
		buf_puts(out, "  ");
		text_wrap(out, buf_text(&line), width, 2, "    ");
	}
	for (size_t i = 0; i < k->nshapes && i < SHAPES_MOST; i++) {
		buf_clear(&line);
		put_shape(&k->shapes[i], &line);
		buf_puts(out, "  ");
		text_wrap(out, buf_text(&line), width, 2, "    ");
	}
	if (k->nshapes > SHAPES_MOST)
		buf_printf(out, _("  and %zu more shapes\n"), k->nshapes - SHAPES_MOST);
	put_table(k, width, out);
	buf_release(&line);
}

/* "product.cu:17, product: 16.5 sectors ..."; then what is saved. */
static void put_sentence(const struct speed *s, const struct speed_advice *a, struct buf *out)
{
	if (a->place.file && a->place.line) {
		text_sanitise_name(path_base(a->place.file), out);
		buf_printf(out, ":%d", a->place.line);
	}
	if (a->kernel) {
		buf_puts(out, a->place.line ? ", " : "");
		text_sanitise(a->kernel, strlen(a->kernel), out);
	}
	buf_puts(out, a->kernel || a->place.line ? ": " : "");
	text_sanitise(retold(a->message), strlen(retold(a->message)), out);
	if (a->saved_ns >= 1) {
		buf_puts(out, _("; without this, up to "));
		timeline_put_time(out, (uint64_t)a->saved_ns);
		buf_puts(out, _(" of "));
		timeline_put_time(out, (uint64_t)(s->ns > a->saved_ns ? s->ns : a->saved_ns));
		buf_puts(out, _(" are saved"));
	}
}

#define BEFORE_LEAST 0.05 /* of the time, to be told */

static void put_total(const struct speed *s, struct buf *out)
{
	const unsigned kinds = TIMELINE_COPIES | TIMELINE_SET(TIMELINE_KERNEL);
	const uint64_t copies = timeline_busy(s->entries, s->nentries, TIMELINE_COPIES, -1);
	const uint64_t kernels = timeline_busy(s->entries, s->nentries, TIMELINE_SET(TIMELINE_KERNEL), -1);
	uint64_t start, end;

	buf_printf(out, s->measured_on ? _("profile, modelled on %s: ") : _("profile, modelled on %s (never measured): "),
		   name_alone(cost_h200.called));
	timeline_put_time(out, (uint64_t)s->ns);
	if (timeline_extent(s->entries, s->nentries, kinds, &start, &end) && (double)start >= BEFORE_LEAST * s->ns) {
		buf_puts(out, _(", the first "));
		timeline_put_time(out, start);
		buf_puts(out, _(" before any copy or kernel"));
	}
	buf_puts(out, _(", with kernels at work for "));
	timeline_put_time(out, kernels);
	buf_puts(out, _(", copies for "));
	timeline_put_time(out, copies);
	if (s->migrations_ns >= 1) {
		buf_puts(out, _(", migrations of managed memory for "));
		timeline_put_time(out, (uint64_t)s->migrations_ns);
	}
	if (copies && kernels)
		buf_printf(out, _(", both for %.0f %% of the copies' time"),
			   100 * timeline_overlap(s->entries, s->nentries, TIMELINE_COPIES, TIMELINE_SET(TIMELINE_KERNEL)));
}

void speed_text(const struct speed *s, int width, struct buf *out)
{
	const struct speed_kernel **kernels = sorted(s);
	struct buf line = BUF_INIT;

	buf_putc(out, '\n');
	put_total(s, &line);
	text_wrap(out, buf_text(&line), width, 0, "  ");
	for (size_t i = 0; kernels && i < s->nkernels && i < KERNELS_MOST; i++)
		put_kernel(s, kernels[i], width, out);
	if (s->nkernels > KERNELS_MOST)
		buf_printf(out, _("\nand %zu more kernels\n"), s->nkernels - KERNELS_MOST);
	for (size_t i = 0; i < s->nadvice; i++) {
		buf_clear(&line);
		buf_printf(&line, "%zu. ", i + 1);
		put_sentence(s, &s->advice[i], &line);
		buf_putc(out, '\n');
		text_wrap(out, buf_text(&line), width, 0, "   ");
		text_label(out, _("   next: "), retold(s->advice[i].next), width);
	}
	if (!s->nadvice)
		buf_puts(out, _("\nnothing stands out: no change of a line or of a launch saves much of this time\n"));
	buf_release(&line);
	free(kernels);
}

/* ---- JSON -------------------------------------------------------------------------------------- */

static json_t *lines_json(const struct speed_kernel *k)
{
	json_t *lines = json_array();

	for (size_t i = 0; i < k->nlines; i++)
		json_array_append_new(lines, json_pack("{s:o, s:o, s:f, s:o}", "file",
						       json_text_or_null(k->lines[i].place.file), "line",
						       json_line_number(k->lines[i].place.line), "modelled_ns", k->lines[i].ns,
						       "counters", counts_json(&k->lines[i].counts)));
	return lines;
}

static json_t *shapes_json(const struct speed_kernel *k)
{
	json_t *shapes = json_array();

	for (size_t i = 0; i < k->nshapes; i++) {
		const struct speed_shape *shape = &k->shapes[i];

		json_array_append_new(shapes, json_pack("{s:o, s:o, s:I, s:o, s:I, s:f, s:f, s:I}", "grid",
							json_dim(shape->grid), "block", json_dim(shape->block), "shared_bytes",
							(json_int_t)shape->shared_bytes, "launch_line",
							json_line_number(shape->launch.line), "launches",
							(json_int_t)shape->launches,
							"modelled_ns", shape->ns, "waves", waves_of(shape), "multiprocessors",
							(json_int_t)used_of(shape)));
	}
	return shapes;
}

static json_t *measured_json(const struct speed *s, const struct speed_measured *m)
{
	if (!s->measured_on || !m->launches)
		return json_null();
	return json_pack("{s:o, s:I, s:f, s:f}", "on", json_text_or_null(s->measured_on), "launches", (json_int_t)m->launches,
			 "ns", m->ns, "least_ns", m->least_ns);
}

json_t *speed_kernels_json(const struct speed *s)
{
	json_t *all = json_array();

	for (size_t i = 0; i < s->nkernels; i++) {
		const struct speed_kernel *k = &s->kernels[i];
		struct simt_counts counts = { 0 };

		for (size_t n = 0; n < k->nshapes; n++) {
			const struct simt_counts *c = &k->shapes[n].counts;
#define COUNTER(name, unit, what) counts.name += c->name;
#include "simt/counters.def"
		}
		json_array_append_new(all, json_pack("{s:o, s:I, s:f, s:o, s:s, s:o, s:o, s:o}", "kernel",
						     json_text_or_null(k->signature),
						     "launches", (json_int_t)k->launches, "modelled_ns", k->ns, "measured",
						     measured_json(s, &k->measured), "limit", k->limit ? k->limit : "",
						     "shapes", shapes_json(k), "counters", counts_json(&counts), "lines",
						     lines_json(k)));
	}
	return all;
}

json_t *speed_advice_json(const struct speed *s)
{
	json_t *all = json_array();

	for (size_t i = 0; i < s->nadvice; i++) {
		const struct speed_advice *a = &s->advice[i];

		json_array_append_new(all, json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:f}", "kind", a->kind, "file",
						     json_text_or_null(a->place.file),
						     "line", json_line_number(a->place.line), "kernel",
						     json_text_or_null(a->kernel), "message", json_text_or_null(a->message),
						     "next", json_text_or_null(a->next), "saved_ns", a->saved_ns));
	}
	return all;
}

json_t *speed_modelled_json(const struct speed *s)
{
	const uint64_t kernels = timeline_busy(s->entries, s->nentries, TIMELINE_SET(TIMELINE_KERNEL), -1);

	return json_pack("{s:s, s:f, s:f}", "on", cost_h200.called, "ns", s->ns, "kernels_ns", (double)kernels);
}

/* ---- a page -------------------------------------------------------------------------------------- */

static void put_xml(struct buf *out, const char *text)
{
	text_put_xml(out, text, strlen(text));
}

static void html_kernel(const struct speed *s, const struct speed_kernel *k, struct buf *out)
{
	struct buf text = BUF_INIT;

	buf_puts(out, "<h2>");
	put_xml(out, k->name);
	timeline_put_time(&text, (uint64_t)k->ns);
	buf_puts(out, "</h2>\n<p>");
	buf_printf(out, tr_n("%" PRIu64 " launch, %s", "%" PRIu64 " launches, %s", k->launches), k->launches, buf_text(&text));
	buf_printf(out, _(", limited by %s"), _(k->limit));
	buf_clear(&text);
	put_measured(s, k, &text);
	buf_puts(out, text.len ? "; " : "");
	put_xml(out, buf_text(&text));
	buf_puts(out, "</p>\n<ul>\n");
	for (size_t i = 0; i < k->nshapes && i < SHAPES_MOST; i++) {
		buf_puts(out, "<li>");
		put_shape(&k->shapes[i], out);
		buf_puts(out, "</li>\n");
	}
	buf_printf(out, "</ul>\n<table>\n<tr><th>%s</th>", _("line"));
	for (enum profile_column_id c = 0; c < PROFILE_COLUMNS; c++)
		if (any_value(k, c)) {
			buf_puts(out, "<th title=\"");
			put_xml(out, _(profile_columns[c].what));
			buf_printf(out, "\">%s</th>", _(profile_columns[c].head));
		}
	buf_printf(out, "<th>%s</th></tr>\n", _("source"));
	for (size_t i = 0; i < k->nlines; i++) {
		const struct speed_line *l = &k->lines[i];

		buf_printf(out, "<tr><td>%d</td>", l->place.line);
		for (enum profile_column_id c = 0; c < PROFILE_COLUMNS; c++) {
			if (!any_value(k, c))
				continue;
			buf_clear(&text);
			profile_figure(value_of(k, l, c), profile_columns[c].kind, &text);
			if (c == PROFILE_share)
				buf_printf(out, "<td class=\"bar\" style=\"background-size:%.0f%% 100%%\">",
					   100 * value_of(k, l, c));
			else
				buf_puts(out, "<td>");
			put_xml(out, buf_text(&text));
			buf_puts(out, "</td>");
		}
		buf_puts(out, "<td class=\"code\">");
		put_xml(out, l->place.text ? l->place.text : "");
		buf_puts(out, "</td></tr>\n");
	}
	buf_puts(out, "</table>\n");
	buf_release(&text);
}

void speed_html(const struct speed *s, const char *title, struct buf *out)
{
	const struct timeline_style style = { .machine = cost_h200.called, .element = true };
	const struct speed_kernel **kernels = sorted(s);
	struct buf line = BUF_INIT;

	buf_printf(out, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n<title>",
		   language_now() ? language_now() : "en");
	put_xml(out, title);
	buf_puts(out, "</title>\n<style>\nbody { font: 16px/1.5 sans-serif; max-width: 75em; margin: 2em auto; padding: 0 "
		      "1em; }\ntable { border-collapse: collapse; font: 13px monospace; }\ntd, th { padding: 0 .6em; text-align: "
		      "right; }\n.code, th:last-child { text-align: left; white-space: pre; }\n"
		      ".bar { background: linear-gradient(#f2b8a0, #f2b8a0) no-repeat right; }\n"
		      ".timeline { width: 100%; height: auto; font: 12px sans-serif; }\n</style>\n</head>\n<body>\n<h1>");
	put_xml(out, title);
	buf_puts(out, "</h1>\n<p>");
	put_total(s, &line);
	put_xml(out, buf_text(&line));
	buf_puts(out, "</p>\n<ol>\n");
	for (size_t i = 0; i < s->nadvice; i++) {
		buf_clear(&line);
		put_sentence(s, &s->advice[i], &line);
		buf_puts(out, "<li>");
		put_xml(out, buf_text(&line));
		buf_printf(out, "<br><b>%s</b> ", _("next:"));
		put_xml(out, retold(s->advice[i].next));
		buf_puts(out, "</li>\n");
	}
	buf_puts(out, "</ol>\n");
	if (s->nentries)
		timeline_svg(s->entries, s->nentries, &style, out);
	for (size_t i = 0; kernels && i < s->nkernels; i++)
		html_kernel(s, kernels[i], out);
	buf_puts(out, "</body>\n</html>\n");
	buf_release(&line);
	free(kernels);
}
