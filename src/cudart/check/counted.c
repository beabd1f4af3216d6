/* counted.c - see counted.h. */
#include "config.h"

#include "cudart/check/counted.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "cudart/check/call_place.h"
#include "cudart/check/kernel_names.h"
#include "simt/counts.h"
#include "words/remark.h"

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

static struct source text_of(void *ctx, const char *file)
{
	struct source source = { 0 };

	(void)ctx;
	source.text = call_place_text(file, &source.len);
	return source;
}

void counted_print(void)
{
	struct buf out = BUF_INIT;

	for (size_t i = 0; i < nkernels; i++) {
		buf_puts(&out, "\ncounted in ");
		put_name(kernels[i].symbol, &out);
		buf_printf(&out, ", %" PRIu64 " launch%s\n", kernels[i].launches, kernels[i].launches == 1 ? "" : "es");
		counts_put(&kernels[i].counts, false, &out);
		counts_sort(kernels[i].lines, kernels[i].nlines);
		counts_put_lines(kernels[i].lines, kernels[i].nlines, text_of, NULL, &out);
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

json_t *counted_json(void)
{
	json_t *all = json_array();

	for (size_t i = 0; i < nkernels; i++) {
		json_t *lines = json_array();
		struct buf name = BUF_INIT;

		put_name(kernels[i].symbol, &name);
		counts_sort(kernels[i].lines, kernels[i].nlines);
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
