/* counted.c - see counted.h. */
#include "config.h"

#include "cudart/check/counted.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/path.h"
#include "base/source.h"
#include "cudart/check/call_place.h"
#include "cudart/check/kernel_names.h"
#include "words/remark.h"

#define WIDTH 80

struct counted {
	const char *symbol;
	uint64_t launches;
	struct simt_counts counts;
	struct simt_line_counts *lines; size_t nlines, cap;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct arena arena;
static struct counted *kernels;
static size_t nkernels, cap;

static void add_counts(struct simt_counts *to, const struct simt_counts *from)
{
	for (size_t i = 0; i < simt_ncounters; i++)
		*(uint64_t *)((char *)to + simt_counters[i].offset) += simt_counter_value(from, &simt_counters[i]);
}

static struct counted *kernel_named(const char *symbol)
{
	struct counted *k;

	for (size_t i = 0; i < nkernels; i++)
		if (!strcmp(kernels[i].symbol, symbol))
			return &kernels[i];
	symbol = arena_strdup(&arena, symbol);
	k = symbol ? arena_push(&arena, &kernels, &nkernels, &cap, sizeof *k) : NULL;
	if (k)
		k->symbol = symbol;
	return k;
}

/*
 * A launch has each line once, so only the `known` ones from before it can be the same line; and launches of a kernel
 * mostly have their lines in the same order, so the search begins at `next`, after the last one found.
 */
static void add_line(struct counted *k, size_t known, size_t *next, const struct simt_line_counts *from)
{
	struct simt_line_counts *line = NULL;

	for (size_t n = 0; n < known && !line; n++, ++*next) {
		struct simt_line_counts *at = &k->lines[*next % known];

		if (at->line == from->line && !strcmp(at->file, from->file))
			line = at;
	}
	if (!line) {
		const char *file = arena_strdup(&arena, from->file);

		line = file ? arena_push(&arena, &k->lines, &k->nlines, &k->cap, sizeof *line) : NULL;
		if (!line)
			return;
		line->file = file;
		line->line = from->line;
	}
	add_counts(&line->counts, &from->counts);
}

void counted_add(const char *kernel, const struct simt_result *r)
{
	struct counted *k;

	pthread_mutex_lock(&lock);
	k = kernel_named(kernel);
	if (k) {
		k->launches++;
		add_counts(&k->counts, &r->counts);
		for (size_t i = 0, known = k->nlines, next = 0; i < r->nlines; i++)
			add_line(k, known, &next, &r->lines[i]);
	}
	pthread_mutex_unlock(&lock);
}

/* ---- text ------------------------------------------------------------------------------ */

static void put_name(const char *symbol, struct buf *out)
{
	struct buf name = BUF_INIT;

	kernel_name_put(symbol, true, &name);
	text_sanitise(buf_text(&name), name.len, out);
	buf_release(&name);
}

static int line_order(const void *a, const void *b)
{
	const struct simt_line_counts *x = a, *y = b;
	int files = strcmp(x->file, y->file);

	return files ? files : (x->line > y->line) - (x->line < y->line);
}

static void put_line(const struct simt_line_counts *l, struct buf *out)
{
	const struct simt_counts *c = &l->counts;
	struct source source = { 0 };
	struct buf row = BUF_INIT;
	const char *text;
	size_t len = 0;

	source.text = call_place_text(l->file, &source.len);
	text = source.text ? source_line(&source, l->line, &len) : NULL;
	buf_printf(&row, "%5d %9" PRIu64, l->line, c->warp_instructions);
	if (c->warp_instructions)
		buf_printf(&row, " %4.0f%%", 100.0 * (double)c->thread_instructions / (32.0 * (double)c->warp_instructions));
	else
		buf_puts(&row, "     -");
	buf_printf(&row, " %8" PRIu64 " %8" PRIu64 " %7" PRIu64 " %7" PRIu64 "  ", c->global_requests, c->global_sectors,
		   c->shared_requests, c->shared_wavefronts);
	for (; len && (*text == ' ' || *text == '\t'); len--)
		text++;
	for (size_t i = 0; i < len; i++)
		buf_putc(&row, text[i] == '\t' ? ' ' : text[i]);
	text_cut(out, WIDTH, "%s", buf_text(&row));
	buf_release(&row);
}

static void put_lines(struct counted *k, struct buf *out)
{
	const char *file = NULL;

	if (!k->nlines)
		return;
	qsort(k->lines, k->nlines, sizeof *k->lines, line_order);
	for (size_t i = 0; i < k->nlines; i++) {
		if (!file || strcmp(file, k->lines[i].file)) {
			file = k->lines[i].file;
			text_cut(out, WIDTH, "%s", path_base(file));
			buf_puts(out, " line     instr lanes requests  sectors  shared  passes  source\n");
		}
		put_line(&k->lines[i], out);
	}
}

void counted_print(void)
{
	struct buf out = BUF_INIT;

	for (size_t i = 0; i < nkernels; i++) {
		buf_puts(&out, "\ncounted in ");
		put_name(kernels[i].symbol, &out);
		buf_printf(&out, ", %" PRIu64 " launch%s\n", kernels[i].launches, kernels[i].launches == 1 ? "" : "es");
		for (size_t k = 0; k < simt_ncounters; k++) {
			uint64_t value = simt_counter_value(&kernels[i].counts, &simt_counters[k]);

			if (value)
				buf_printf(&out, "%16" PRIu64 "  %s\n", value, simt_counters[k].name);
		}
		put_lines(&kernels[i], &out);
	}
	if (arena.failed)
		buf_puts(&out, "(out of memory: some counters are missing)\n");
	if (out.len) {
		fflush(stdout);
		fwrite(out.data, 1, out.len, stderr);
	}
	buf_release(&out);
}

/* ---- JSON -------------------------------------------------------------------------------- */

static json_t *counts_json(const struct simt_counts *c)
{
	json_t *all = json_object();

	for (size_t i = 0; i < simt_ncounters; i++)
		json_object_set_new(all, simt_counters[i].name, json_integer((json_int_t)simt_counter_value(c, &simt_counters[i])));
	return all;
}

json_t *counted_json(void)
{
	json_t *all = json_array();

	for (size_t i = 0; i < nkernels; i++) {
		json_t *lines = json_array();
		struct buf name = BUF_INIT;

		put_name(kernels[i].symbol, &name);
		if (kernels[i].nlines)
			qsort(kernels[i].lines, kernels[i].nlines, sizeof *kernels[i].lines, line_order);
		for (size_t k = 0; k < kernels[i].nlines; k++)
			json_array_append_new(lines, json_pack("{s:s, s:i, s:o}", "file", kernels[i].lines[k].file, "line",
							       kernels[i].lines[k].line, "counters",
							       counts_json(&kernels[i].lines[k].counts)));
		json_array_append_new(all, json_pack("{s:s, s:I, s:o, s:o}", "kernel", buf_text(&name), "launches",
						     (json_int_t)kernels[i].launches, "counters", counts_json(&kernels[i].counts),
						     "lines", lines));
		buf_release(&name);
	}
	return all;
}
