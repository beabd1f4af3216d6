/*
 * timeline_plan.c - shared by the drawings: makes the rows, groups entries that repeat the same
 * work, and writes times, sizes and foreign words.
 */
#include "config.h"

#include "timeline/timeline_draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/order.h"
#include "base/source.h"

bool timeline_is_host(const struct timeline_entry *e)
{
	return timeline_kinds[e->kind].engine == TIMELINE_CALLER;
}

/*
 * Leaves out events and allocations, which have no length and would only clutter the drawing, and calls before the first
 * operation and after the last.
 */
static bool is_drawn(const struct timeline_plan *p, const struct timeline_entry *e)
{
	if (!e->known || e->dropped || timeline_kinds[e->kind].engine == TIMELINE_NONE ||
	    (timeline_is_host(e) && e->end == e->start))
		return false;
	return e->kind != TIMELINE_HOST_CALL || (e->end > p->begin && e->start < p->begin + p->total);
}

uint64_t timeline_plan_start(const struct timeline_plan *plan, const struct timeline_entry *e)
{
	return e->start > plan->begin ? e->start - plan->begin : 0;
}

uint64_t timeline_plan_end(const struct timeline_plan *plan, const struct timeline_entry *e)
{
	return e->end < plan->begin + plan->total ? e->end - plan->begin : plan->total;
}

/* ---- rows ----------------------------------------------------------------------------------- */

static struct timeline_row row_for(const struct timeline_entry *e, unsigned lane)
{
	bool host = timeline_is_host(e);

	return (struct timeline_row){ host, host ? 0 : e->device, host ? e->thread : e->stream, lane, false };
}

static int by_row(const void *a, const void *b)
{
	const struct timeline_row *x = a, *y = b;

	if (x->host != y->host)
		return x->host ? -1 : 1;
	if (x->device != y->device)
		return x->device < y->device ? -1 : 1;
	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	return x->lane < y->lane ? -1 : x->lane > y->lane;
}

/* Kernels' launches, in the order in which they began. */
struct launched { const struct timeline_entry *entry; size_t index; };

static int by_start(const void *a, const void *b)
{
	const struct launched *x = a, *y = b;

	if (x->entry->device != y->entry->device)
		return x->entry->device < y->entry->device ? -1 : 1;
	if (x->entry->stream != y->entry->stream)
		return x->entry->stream < y->entry->stream ? -1 : 1;
	if (x->entry->start != y->entry->start)
		return x->entry->start < y->entry->start ? -1 : 1;
	return x->index < y->index ? -1 : 1;
}

#define LANES_MOST 32 /* under one stream; an entry that finds no free lane shares the last */

/* Puts the launches of a stream's kernels under the stream, each in the first lane that is free when it begins. */
static bool lanes_find(const struct timeline_plan *p, const struct timeline_entry *e, size_t n, unsigned *lane)
{
	struct launched *all = malloc((n ? n : 1) * sizeof *all);
	uint64_t until[LANES_MOST] = { 0 };
	size_t count = 0;

	for (size_t i = 0; all && i < n; i++)
		if (is_drawn(p, &e[i]) && e[i].parent != TIMELINE_NO_ENTRY)
			all[count++] = (struct launched){ &e[i], i };
	if (count)
		qsort(all, count, sizeof *all, by_start);
	for (size_t i = 0; i < count; i++) {
		const struct timeline_entry *x = all[i].entry, *last = i ? all[i - 1].entry : x;
		unsigned at = 0;

		if (x->device != last->device || x->stream != last->stream)
			memset(until, 0, sizeof until);
		while (at < LANES_MOST - 1 && until[at] > x->start)
			at++;
		until[at] = x->end > until[at] ? x->end : until[at];
		lane[all[i].index] = at + 1;
	}
	free(all);
	return all != NULL;
}

static bool rows_find(const struct timeline_entry *e, size_t n, size_t most, struct timeline_plan *p)
{
	unsigned *lane = calloc(n ? n : 1, sizeof *lane);
	size_t count = 0;

	p->rows = malloc((n ? n : 1) * sizeof *p->rows);
	p->row_of = malloc((n ? n : 1) * sizeof *p->row_of);
	if (!p->rows || !p->row_of || !lane || !lanes_find(p, e, n, lane)) {
		free(lane);
		return false;
	}
	for (size_t i = 0; i < n; i++)
		if (is_drawn(p, &e[i]))
			p->rows[count++] = row_for(&e[i], lane[i]);
	qsort(p->rows, count, sizeof *p->rows, by_row);
	for (size_t i = 0; i < count; i++)
		if (!p->nrows || by_row(&p->rows[p->nrows - 1], &p->rows[i]))
			p->rows[p->nrows++] = p->rows[i];
	for (size_t i = 0; i < n; i++) {
		struct timeline_row row = row_for(&e[i], lane[i]);
		const struct timeline_row *at = is_drawn(p, &e[i]) ? bsearch(&row, p->rows, p->nrows, sizeof row, by_row) : NULL;

		p->row_of[i] = at ? (size_t)(at - p->rows) : TIMELINE_NO_ENTRY;
		if (p->row_of[i] != TIMELINE_NO_ENTRY && p->row_of[i] >= most)
			p->row_of[i] = most - 1;
	}
	free(lane);
	if (p->nrows > most) {
		p->rows[most - 1].more = true;
		p->rows[most - 1].device = (unsigned)(p->nrows - most + 1); /* the number of streams that share it */
		p->nrows = most;
	}
	return true;
}

void timeline_row_label(const struct timeline_plan *plan, const struct timeline_row *row, struct buf *out)
{
	if (row->more) {
		buf_printf(out, _("%u more"), row->device);
	} else if (row->host) {
		buf_puts(out, _("host"));
		if (row->number)
			buf_printf(out, " %u", row->number + 1);
	} else if (row->lane) {
		buf_printf(out, _("  child %u"), row->lane);
	} else {
		if (plan->devices > 1)
			buf_printf(out, "gpu %u, ", row->device);
		if (row->number)
			buf_printf(out, _("stream %u"), row->number);
		else
			buf_puts(out, _("default"));
	}
}

/* ---- groups --------------------------------------------------------------------------------- */

static int by_group(const struct timeline_entry *x, const struct timeline_entry *y)
{
	int order = x->kind != y->kind ? (x->kind < y->kind ? -1 : 1) : strcmp(x->name, y->name);

	if (order || x->kind == TIMELINE_KERNEL)
		return order;
	if ((order = strcmp(x->file, y->file)))
		return order;
	if (x->line != y->line && *x->file) /* a legend without files would repeat the name */
		return x->line < y->line ? -1 : 1;
	return (x->pinned > y->pinned) - (x->pinned < y->pinned);
}

struct ref { const struct timeline_entry *entry; size_t index; };

static int by_ref(const void *a, const void *b)
{
	const struct ref *x = a, *y = b;
	int order = by_group(x->entry, y->entry);

	return order ? order : x->index < y->index ? -1 : 1;
}

/* Used until letters are assigned: a group's first entry, and the group's index. */
struct ranked { size_t first, group; };

ORDER_BY(by_first, struct ranked, first)

/* The letter of the i-th group, a kind of call: the same for each place that makes it; no letter that is the symbol of a kind. */
static char call_letter(const struct timeline_plan *p, const struct ranked *order, size_t i, char *next)
{
	const struct timeline_group *g = &p->groups[order[i].group];

	for (size_t k = 0; k < i; k++) {
		const struct timeline_group *before = &p->groups[order[k].group];

		if (before->kind == g->kind && !strcmp(before->name, g->name))
			return before->symbol;
	}
	for (int k = 0; k < TIMELINE_KINDS; k++)
		if (timeline_kinds[k].symbol == *next)
			++*next, k = -1;
	return *next > 'z' ? timeline_kinds[g->kind].symbol : (*next)++;
}

/* Assigns letters to kernels and calls in the order of their first entries. */
static bool letters_assign(struct timeline_plan *p, const size_t *firsts)
{
	struct ranked *order = malloc((p->ngroups ? p->ngroups : 1) * sizeof *order);
	char letter = 'A', small = 'a';

	if (!order)
		return false;
	for (size_t i = 0; i < p->ngroups; i++)
		order[i] = (struct ranked){ firsts[i], i };
	qsort(order, p->ngroups, sizeof *order, by_first);
	for (size_t i = 0; i < p->ngroups; i++) {
		struct timeline_group *g = &p->groups[order[i].group];

		if (g->kind == TIMELINE_HOST_CALL)
			g->symbol = call_letter(p, order, i, &small);
		else
			g->symbol = g->kind != TIMELINE_KERNEL || letter > 'Z' ? timeline_kinds[g->kind].symbol : letter++;
	}
	free(order);
	return true;
}

static bool groups_find(const struct timeline_entry *e, size_t n, struct timeline_plan *p)
{
	struct ref *refs = malloc((n ? n : 1) * sizeof *refs);
	size_t *firsts = malloc((n ? n : 1) * sizeof *firsts), count = 0;
	bool good;

	p->groups = calloc(n ? n : 1, sizeof *p->groups);
	p->group_of = malloc((n ? n : 1) * sizeof *p->group_of);
	good = refs && firsts && p->groups && p->group_of;
	for (size_t i = 0; good && i < n; i++) {
		p->group_of[i] = TIMELINE_NO_ENTRY;
		if (is_drawn(p, &e[i]))
			refs[count++] = (struct ref){ &e[i], i };
	}
	if (good && count)
		qsort(refs, count, sizeof *refs, by_ref);
	for (size_t i = 0; good && i < count; i++) {
		const struct timeline_entry *x = refs[i].entry;
		struct timeline_group *g;

		if (!i || by_group(refs[i - 1].entry, x)) {
			firsts[p->ngroups] = refs[i].index;
			p->groups[p->ngroups++] = (struct timeline_group){ x->kind, x->name, x->file, x->line, x->pinned,
									   0, 0, 0, 0 };
		}
		g = &p->groups[p->ngroups - 1];
		g->times++;
		g->ns += timeline_plan_end(p, x) - timeline_plan_start(p, x);
		g->bytes += x->bytes;
		p->group_of[refs[i].index] = p->ngroups - 1;
	}
	good = good && letters_assign(p, firsts);
	free(refs);
	free(firsts);
	return good;
}

bool timeline_plan(const struct timeline_entry *e, size_t n, size_t rows_most, struct timeline_plan *plan)
{
	uint64_t end = 0;

	memset(plan, 0, sizeof *plan);
	plan->begin = UINT64_MAX;
	for (size_t i = 0; i < n; i++) {
		if (e[i].kind == TIMELINE_HOST_CALL || !is_drawn(plan, &e[i]))
			continue;
		plan->begin = e[i].start < plan->begin ? e[i].start : plan->begin;
		end = e[i].end > end ? e[i].end : end;
		if (timeline_is_host(&e[i]))
			continue;
		plan->operations++;
		if (e[i].device >= plan->devices)
			plan->devices = e[i].device + 1;
	}
	plan->begin = plan->begin < end ? plan->begin : end;
	plan->total = end - plan->begin;
	return rows_find(e, n, rows_most, plan) && groups_find(e, n, plan);
}

void timeline_plan_release(struct timeline_plan *plan)
{
	free(plan->rows);
	free(plan->groups);
	free(plan->group_of);
	free(plan->row_of);
	memset(plan, 0, sizeof *plan);
}

/* ---- words ---------------------------------------------------------------------------------- */

static void put_scaled(struct buf *out, double value, const char *unit)
{
	buf_printf(out, "%.*f %s", value < 9.995 ? 2 : value < 99.95 ? 1 : 0, value, unit);
}

void timeline_put_time(struct buf *out, uint64_t ns)
{
	if (ns < 1000)
		buf_printf(out, "%u ns", (unsigned)ns);
	else if (ns < 999500)
		put_scaled(out, (double)ns / 1e3, "us");
	else if (ns < 999500000)
		put_scaled(out, (double)ns / 1e6, "ms");
	else
		put_scaled(out, (double)ns / 1e9, "s");
}

void timeline_put_bytes(struct buf *out, uint64_t bytes)
{
	if (bytes < 1024)
		buf_printf(out, "%u B", (unsigned)bytes);
	else if (bytes < 1024 * 1024)
		put_scaled(out, (double)bytes / 1024, "KiB");
	else if (bytes < 1024u * 1024 * 1024)
		put_scaled(out, (double)bytes / (1024 * 1024), "MiB");
	else
		put_scaled(out, (double)bytes / (1024.0 * 1024 * 1024), "GiB");
}

/* The length of the UTF-8 character at `s`, 0 if there is none: no overlong forms, surrogates, or control characters. */
static unsigned character(const unsigned char *s)
{
	unsigned more = s[0] < 0x80 ? 0 : s[0] >= 0xc2 && s[0] < 0xe0 ? 1 : s[0] >= 0xe0 && s[0] < 0xf0 ? 2 :
			s[0] >= 0xf0 && s[0] < 0xf5 ? 3 : 9;
	uint32_t code = more ? s[0] & (0x3fu >> more) : s[0];

	if (more == 9 || s[0] < 0x20 || s[0] == 0x7f)
		return 0;
	for (unsigned i = 1; i <= more; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (s[i] & 0x3f);
	}
	if ((more == 1 && code < 0xa0) || (more == 2 && (code < 0x800 || (code >= 0xd800 && code < 0xe000) || code >= 0xfffe ||
	    (code >= 0x200b && code < 0x2010) || (code >= 0x2028 && code < 0x202f) || (code >= 0x2066 && code < 0x2070))) ||
	    (more == 3 && (code < 0x10000 || code > 0x10ffff)))
		return 0;
	return more + 1;
}

static void put_character(struct buf *out, const unsigned char *s, unsigned bytes, enum timeline_words as)
{
	const char *escaped = NULL;

	if (as == TIMELINE_XML)
		escaped = text_xml_entity((char)*s);
	else if (as == TIMELINE_JSON)
		escaped = *s == '"' ? "\\\"" : *s == '\\' ? "\\\\" : NULL;
	else if (as == TIMELINE_ASCII && bytes > 1)
		escaped = "?";
	if (escaped)
		buf_puts(out, escaped);
	else
		buf_append(out, s, bytes);
}

void timeline_put_text(struct buf *out, const char *text, enum timeline_words as, size_t most)
{
	const unsigned char *s = (const unsigned char *)text, *cut = NULL;
	size_t count = 0;

	/* Finds where to cut, if the text is too long. */
	for (const unsigned char *at = s; *at; count++) {
		unsigned bytes = character(at);

		if (count + 3 == most)
			cut = at;
		at += bytes ? bytes : 1;
	}
	for (; *s && (count <= most || s != cut);) {
		unsigned bytes = character(s);

		if (bytes)
			put_character(out, s, bytes, as);
		else
			buf_putc(out, '?');
		s += bytes ? bytes : 1;
	}
	if (*s)
		buf_puts(out, "...");
}

void timeline_put_overlap(const struct timeline_entry *e, size_t n, struct buf *out)
{
	const unsigned copies = TIMELINE_COPIES | TIMELINE_SET(TIMELINE_COPY_PEER), kernels = TIMELINE_SET(TIMELINE_KERNEL);

	if (!timeline_busy(e, n, copies, -1) || !timeline_busy(e, n, kernels, -1))
		return;
	buf_printf(out, _("copies and kernels overlap for %.0f %% of the copies' time"),
		   100 * timeline_overlap(e, n, copies, kernels));
}
