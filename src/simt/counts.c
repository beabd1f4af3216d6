/* counts.c - see counts.h. */
#include "config.h"

#include "simt/counts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "words/remark.h"

#define WIDTH 80

void simt_counts_add(struct simt_counts *to, const struct simt_counts *c)
{
#define COUNTER(name, unit, what) to->name += c->name;
#include "simt/counters.def"
}

void counts_put(const struct simt_counts *c, bool zeros, struct buf *out)
{
	for (size_t k = 0; k < simt_ncounters; k++) {
		uint64_t value = simt_counter_value(c, &simt_counters[k]);

		if (value || zeros)
			buf_printf(out, "%16" PRIu64 "  %s\n", value, simt_counters[k].name);
	}
}

static int line_order(const void *a, const void *b)
{
	const struct simt_line_counts *x = a, *y = b;
	int files = strcmp(x->file, y->file);

	return files ? files : (x->line > y->line) - (x->line < y->line);
}

void counts_sort(struct simt_line_counts *lines, size_t n)
{
	if (n)
		qsort(lines, n, sizeof *lines, line_order);
}

/* A number in at most six columns. */
static void put_short(uint64_t v, struct buf *out)
{
	static const struct { uint64_t unit; char letter; } units[] = {
		{ UINT64_C(1000000000000), 'T' }, { 1000000000, 'G' }, { 1000000, 'M' }, { 1000, 'k' },
	};

	for (size_t i = 0; v >= 100000 && i < sizeof units / sizeof *units; i++)
		if (v >= units[i].unit) {
			buf_printf(out, " %5.*f%c", v / units[i].unit < 100 ? 1 : 0, (double)v / (double)units[i].unit,
				   units[i].letter);
			return;
		}
	if (v)
		buf_printf(out, " %6" PRIu64, v);
	else
		buf_puts(out, "      -");
}

/* Its costs, then its text in the rest of the width. */
static void put_line(const struct simt_line_counts *l, const struct source *source, struct buf *out)
{
	const struct simt_counts *c = &l->counts;
	struct buf row = BUF_INIT;
	size_t len = 0;
	const char *text = source->text ? source_line(source, l->line, &len) : NULL;

	buf_printf(&row, "%5d", l->line);
	put_short(c->warp_instructions, &row);
	if (c->warp_instructions)
		buf_printf(&row, " %4.0f%%", 100.0 * (double)c->thread_instructions / (32.0 * (double)c->warp_instructions));
	else
		buf_puts(&row, "     -");
	put_short(c->global_requests, &row);
	put_short(c->global_sectors, &row);
	put_short(c->shared_requests, &row);
	put_short(c->shared_wavefronts, &row);
	buf_puts(&row, "  ");
	for (; len && (*text == ' ' || *text == '\t'); len--)
		text++;
	for (size_t i = 0; i < len; i++)
		buf_putc(&row, text[i] == '\t' ? ' ' : text[i]);
	text_cut(out, WIDTH, "%s", buf_text(&row));
	buf_release(&row);
}

void counts_put_lines(const struct simt_line_counts *lines, size_t n, struct source (*find)(void *ctx, const char *file),
		      void *ctx, struct buf *out)
{
	struct source source = { 0 };

	for (size_t i = 0; i < n; i++) {
		if (!i || strcmp(lines[i - 1].file, lines[i].file)) {
			source = find(ctx, lines[i].file);
			text_cut(out, WIDTH, "%s", path_base(lines[i].file));
			buf_puts(out, "        warp        -- global --  -- shared --\n"
				 " line  instr lanes request sector requ. passes  source\n");
		}
		put_line(&lines[i], &source, out);
	}
}

json_t *counts_json(const struct simt_counts *c)
{
	json_t *all = json_object();

	for (size_t i = 0; i < simt_ncounters; i++)
		json_object_set_new(all, simt_counters[i].name,
				    json_integer((json_int_t)simt_counter_value(c, &simt_counters[i])));
	return all;
}

void counts_read(const json_t *o, struct simt_counts *c)
{
	*c = (struct simt_counts){ .warp_instructions = 0 };
	for (size_t k = 0; k < simt_ncounters; k++) {
		json_int_t n = json_integer_value(json_object_get(o, simt_counters[k].name));

		if (n > 0)
			*(uint64_t *)((char *)c + simt_counters[k].offset) = (uint64_t)n;
	}
}
