/*
 * vm_report.c - see vm_report.h. The text:
 *
 *	add(float*, float const*, int) <<<(4,1,1), (256,1,1)>>> on the vm: 1 finding
 *
 *	  findings, with excerpts; the kernel's output; buffers; counters
 */
#include "config.h"

#include "cmd/vm/vm_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simt/counts.h"
#include "words/finding_json.h"
#include "base/source.h"
#include "cmd/cmd.h"

#define WIDTH 80
#define ELEMENTS_SHOWN 128
#define ELEMENTS_JSON  (1u << 20)

static const char *end_word(enum simt_end end)
{
	static const char *const words[] = {
		[SIMT_DONE] = "done", [SIMT_FAULT] = "fault", [SIMT_HANG] = "hang", [SIMT_BAD_LAUNCH] = "bad-launch",
	};

	return words[end];
}

/* ---- text ------------------------------------------------------------------------------ */

static void put_headline(const struct vm_run *r, struct buf *out)
{
	const struct simt_result *result = &r->outcome.result;
	const struct dim3u *g = &r->launch.grid, *b = &r->launch.block;
	struct buf line = BUF_INIT;
	size_t n = result->nfindings;

	buf_printf(&line, "%s <<<(%u,%u,%u), (%u,%u,%u)>>> on the %s: ", r->signature, g->x, g->y, g->z, b->x, b->y, b->z,
		   r->machine);
	if (result->end == SIMT_BAD_LAUNCH)
		buf_puts(&line, "the launch is rejected");
	else if (result->stopped)
		buf_printf(&line, "stopped after %.3g s", r->outcome.seconds);
	else if (result->end == SIMT_HANG)
		buf_puts(&line, "it does not end");
	else if (result->end == SIMT_FAULT)
		buf_puts(&line, "it stops at a fault");
	else
		buf_puts(&line, "done");
	if (n)
		buf_printf(&line, ", %zu finding%s", n, n == 1 ? "" : "s");
	if (result->nchildren)
		buf_printf(&line, "; it asked for %zu launches or copies, which only `warpbook run` carries out",
			   result->nchildren);
	text_wrap(out, buf_text(&line), WIDTH, 0, "  ");
	if (result->error.text[0]) {
		buf_putc(out, '\n');
		text_wrap(out, result->error.text, WIDTH, 0, "  ");
		if (result->error.remedy[0])
			text_label(out, "  next: ", result->error.remedy, WIDTH);
	}
	buf_release(&line);
}

/* Prints each finding with an excerpt of its source. */
static void put_findings(const struct vm_run *r, struct buf *out)
{
	const struct simt_result *result = &r->outcome.result;

	for (size_t i = 0; i < result->nfindings; i++) {
		const struct remark_source own = hand_file_source(r->file, result->findings[i].place.file);

		remark_findings(&own, &result->findings[i], 1, WIDTH, out);
	}
}

static void put_output(const struct vm_run *r, struct buf *out)
{
	const struct simt_result *result = &r->outcome.result;

	if (!result->output.len)
		return;
	buf_puts(out, "\nprinted:\n");
	text_sanitise(result->output.data, result->output.len, out);
	if (out->data[out->len - 1] != '\n')
		buf_putc(out, '\n');
	if (result->output_truncated)
		buf_puts(out, "(and more output, which was not kept)\n");
}

/* The number of values in a row: a power of two, so that columns are easy to count. */
static uint64_t values_per_row(int widest)
{
	uint64_t n = 32;

	while (n > 1 && n * (uint64_t)(widest + 1) > WIDTH - 12)
		n /= 2;
	return n;
}

static void put_buffer(const struct vm_shown *s, struct buf *out)
{
	const struct hand_arg *a = s->arg;
	uint64_t n = a->count < ELEMENTS_SHOWN ? a->count : ELEMENTS_SHOWN, per_row;
	struct buf value = BUF_INIT;
	int widest = 1;

	buf_printf(out, "\n%s = %s[%" PRIu64 "]\n", a->label, a->type->name, a->count);
	for (uint64_t i = 0; i < n; i++) {
		buf_clear(&value);
		number_print(a->type, s->bytes + i * a->type->bytes, &value);
		widest = (int)value.len > widest ? (int)value.len : widest;
	}
	per_row = values_per_row(widest);
	for (uint64_t i = 0; i < n; i++) {
		buf_clear(&value);
		number_print(a->type, s->bytes + i * a->type->bytes, &value);
		if (i % per_row == 0)
			buf_printf(out, "%8" PRIu64 ": ", i);
		buf_printf(out, " %*s%s", widest, buf_text(&value), i + 1 == n || (i + 1) % per_row == 0 ? "\n" : "");
	}
	if (n < a->count)
		buf_printf(out, "          and %" PRIu64 " more; --out %s=FILE writes all\n", a->count - n, a->label);
	buf_release(&value);
}

static struct source text_of(void *ctx, const char *file)
{
	const struct remark_source own = hand_file_source(ctx, file);

	return strcmp(own.path, file) ? (struct source){ 0 } : (struct source){ own.text, own.len };
}

static void put_counters(const struct vm_run *r, struct buf *out)
{
	const struct simt_result *result = &r->outcome.result;

	if (!r->counters)
		return;
	if (!r->outcome.counted) {
		buf_printf(out, "\n(no counters: the %s does not count)\n", r->machine);
		return;
	}
	buf_puts(out, "\ncounted\n");
	counts_put(&result->counts, true, out);
	if (result->nlines)
		buf_putc(out, '\n');
	counts_sort(result->lines, result->nlines);
	counts_put_lines(result->lines, result->nlines, text_of, r->file, out);
}

void vm_run_print(const struct vm_run *r)
{
	struct buf out = BUF_INIT;

	put_headline(r, &out);
	put_findings(r, &out);
	put_output(r, &out);
	for (size_t i = 0; i < r->nshown; i++)
		put_buffer(&r->shown[i], &out);
	put_counters(r, &out);
	fputs(buf_text(&out), stdout);
	buf_release(&out);
}

/* ---- JSON ---------------------------------------------------------------------------------- */

static json_t *lines_json(const struct simt_result *result)
{
	json_t *all = json_array();

	for (size_t i = 0; i < result->nlines; i++) {
		const struct simt_line_counts *l = &result->lines[i];
		json_t *row = counts_json(&l->counts);

		json_object_set_new(row, "file", json_text(l->file));
		json_object_set_new(row, "line", json_integer(l->line));
		json_array_append_new(all, row);
	}
	return all;
}

static json_t *shown_json(const struct vm_run *r)
{
	json_t *all = json_object();

	for (size_t i = 0; i < r->nshown; i++) {
		const struct hand_arg *a = r->shown[i].arg;
		json_t *values = json_array();

		for (uint64_t k = 0; k < a->count && k < ELEMENTS_JSON; k++)
			json_array_append_new(values, number_json(a->type, r->shown[i].bytes + k * a->type->bytes));
		json_object_set_new(all, a->label, json_pack("{s:s, s:I, s:o}", "type", a->type->name, "count",
							     (json_int_t)a->count, "values", values));
	}
	return all;
}

static json_t *error_json(const struct error *e)
{
	if (!e->text[0])
		return json_null();
	return json_pack("{s:o, s:o}", "text", json_text(e->text), "remedy", e->remedy[0] ? json_text(e->remedy) : json_null());
}

static json_t *printed_json(const struct simt_result *result)
{
	struct buf clean = BUF_INIT;
	json_t *text;

	text_sanitise(buf_text(&result->output), result->output.len, &clean);
	text = json_stringn(buf_text(&clean), clean.len);
	buf_release(&clean);
	return text;
}

int vm_run_print_json(const struct vm_run *r)
{
	const struct simt_result *result = &r->outcome.result;
	json_t *findings = json_array(), *doc;

	for (size_t i = 0; i < result->nfindings; i++)
		json_array_append_new(findings, json_finding(&result->findings[i]));
	doc = json_pack("{s:o, s:o, s:o, s:o, s:s, s:o, s:o, s:s, s:o, s:o, s:o, s:b, s:o, s:f}",
			"file", json_text(r->file->path), "compiler",
			*r->file->compiler ? json_text(r->file->compiler) : json_null(),
			"kernel", json_text(r->launch.kernel), "signature", json_text(r->signature), "device", r->machine,
			"grid", json_dim(r->launch.grid), "block", json_dim(r->launch.block),
			"end", end_word(result->end), "error", error_json(&result->error), "findings", findings,
			"printed", printed_json(result), "printed_truncated", result->output_truncated,
			"buffers", shown_json(r), "seconds", r->outcome.seconds);
	if (doc)
		json_object_set_new(doc, "stopped", json_boolean(result->stopped));
	if (doc && r->outcome.counted)
		json_object_set_new(doc, "counters", counts_json(&result->counts));
	if (doc && r->counters)
		json_object_set_new(doc, "lines", lines_json(result));
	return print_json(doc);
}
