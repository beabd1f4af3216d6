/*
 * timeline_json.c - a timeline as data for other programs: the drawings' content, without rounding.
 */
#include "config.h"

#include "timeline/timeline_draw.h"

#include <stdlib.h>

static void put_key(struct buf *out, const char *key)
{
	buf_printf(out, "\"%s\":", key);
}

static void put_string(struct buf *out, const char *key, const char *text)
{
	put_key(out, key);
	buf_putc(out, '"');
	timeline_put_text(out, text, TIMELINE_JSON, 4096);
	buf_puts(out, "\",");
}

static void put_number(struct buf *out, const char *key, uint64_t number)
{
	buf_printf(out, "\"%s\":%llu,", key, (unsigned long long)number);
}

/* Replaces the last comma by the closing bracket. */
static void put_close(struct buf *out, char close)
{
	if (out->len && out->data[out->len - 1] == ',')
		out->data[out->len - 1] = close;
	else
		buf_putc(out, close);
}

/* parent NULL: the host launched it. */
static void put_entry(struct buf *out, const struct timeline_entry *e, const struct timeline_entry *parent)
{
	bool host = timeline_is_host(e);

	buf_putc(out, '{');
	put_string(out, "kind", timeline_kinds[e->kind].what);
	put_string(out, "name", e->name);
	if (*e->file) {
		put_string(out, "file", e->file);
		put_number(out, "line", e->line > 0 ? (uint64_t)e->line : 0);
	}
	if (!host) {
		put_number(out, "device", e->device);
		put_number(out, "stream", e->stream);
	}
	put_number(out, "thread", e->thread);
	if (e->bytes)
		put_number(out, "bytes", e->bytes);
	if (e->kind == TIMELINE_COPY_IN || e->kind == TIMELINE_COPY_OUT)
		buf_printf(out, "\"pinned\":%s,", e->pinned ? "true" : "false");
	if (parent)
		put_string(out, "launched_by", parent->name);
	if (e->graph)
		buf_puts(out, "\"graph\":true,");
	if (e->kind == TIMELINE_KERNEL) {
		put_number(out, "blocks", e->blocks);
		put_number(out, "blocks_at_once", e->fit);
	}
	put_number(out, "start_ns", e->start);
	put_number(out, "end_ns", e->end);
	put_close(out, '}');
	buf_putc(out, ',');
}

static void put_busy(const struct timeline_entry *e, size_t n, struct buf *out)
{
	put_key(out, "busy_ns");
	buf_putc(out, '{');
	for (int k = 0; k < TIMELINE_KINDS; k++) {
		uint64_t ns = timeline_busy(e, n, TIMELINE_SET(k), -1);

		if (ns)
			put_number(out, timeline_kinds[k].what, ns);
	}
	put_close(out, '}');
	buf_putc(out, ',');
}

void timeline_json(const struct timeline_entry *e, size_t n, const struct timeline_style *style, struct buf *out)
{
	struct timeline_plan plan;

	if (!timeline_plan(e, n, SIZE_MAX, &plan)) {
		out->failed = true;
		timeline_plan_release(&plan);
		return;
	}
	buf_putc(out, '{');
	put_string(out, "modelled_on", style->machine);
	buf_puts(out, "\"measured\":false,");
	put_number(out, "begin_ns", plan.begin);
	put_number(out, "total_ns", plan.total);
	put_number(out, "operations", plan.operations);
	put_number(out, "host_waits", timeline_waits(e, n));
	put_number(out, "kernels_at_once", timeline_most_at_once(e, n, TIMELINE_SET(TIMELINE_KERNEL)));
	buf_printf(out, "\"copies_with_kernels\":%.4f,", timeline_overlap(e, n, TIMELINE_COPIES, TIMELINE_SET(TIMELINE_KERNEL)));
	put_busy(e, n, out);
	put_key(out, "entries");
	buf_putc(out, '[');
	for (size_t i = 0; i < n; i++)
		if (plan.row_of[i] != TIMELINE_NO_ENTRY)
			put_entry(out, &e[i], e[i].parent == TIMELINE_NO_ENTRY ? NULL : &e[e[i].parent]);
	put_close(out, ']');
	buf_puts(out, "}\n");
	timeline_plan_release(&plan);
}
