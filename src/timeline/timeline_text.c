/*
 * timeline_text.c - a timeline in a terminal.
 *
 *	timeline, modelled on an H200 (never measured): 1.43 ms, 24 operations
 *	          0         0.36 ms    0.72 ms    1.07 ms    1.43 ms
 *	host      |aabcbwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww|
 *	stream 1  |>>>AAAAAAA<<<  >>>AAAAAAA<<<                     |
 *
 * A column shows the entry that took most of its time; the table also has entries too short for a column.
 */
#include "config.h"

#include "timeline/timeline_draw.h"

#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/source.h"

#define ROWS_MOST   24
#define GROUPS_MOST 20
#define SYMBOLS     128

struct sheet {
	const struct timeline_entry *e; size_t n;
	const struct timeline_style *style;
	struct timeline_plan plan;
	struct buf *out;
	unsigned label, columns;
};

static size_t columns_of(const struct buf *text)
{
	return (size_t)text_width(buf_text(text));
}

static enum timeline_words words(const struct sheet *s)
{
	return s->style->utf8 ? TIMELINE_UTF8 : TIMELINE_ASCII;
}

/* A terminal's colours by kind: copies in, copies out, work, calls, waiting. */
static const char *tint(enum timeline_kind kind)
{
	switch (timeline_kinds[kind].engine) {
	case TIMELINE_TO_DEVICE: return "34";
	case TIMELINE_TO_HOST: return "33";
	case TIMELINE_COMPUTE: return "32";
	case TIMELINE_HOST: return "35";
	case TIMELINE_CALLER: return kind == TIMELINE_HOST_CALL ? "0" : "2";
	default: return "36";
	}
}

static enum timeline_kind kind_of_symbol(char symbol)
{
	for (int k = 0; k < TIMELINE_KINDS; k++)
		if (timeline_kinds[k].symbol == symbol)
			return (enum timeline_kind)k;
	return symbol >= 'a' && symbol <= 'z' ? TIMELINE_HOST_CALL : TIMELINE_KERNEL;
}

static void put_symbols(struct sheet *s, const char *symbols, size_t n)
{
	for (size_t i = 0, same; i < n; i += same) {
		for (same = 1; i + same < n && symbols[i + same] == symbols[i]; same++)
			;
		if (s->style->colour && symbols[i] != ' ')
			buf_printf(s->out, "\033[%sm", tint(kind_of_symbol(symbols[i])));
		for (size_t k = 0; k < same; k++)
			if (s->style->utf8 && symbols[i] == '>')
				buf_puts(s->out, "\xe2\x86\x92");
			else if (s->style->utf8 && symbols[i] == '<')
				buf_puts(s->out, "\xe2\x86\x90");
			else
				buf_putc(s->out, symbols[i]);
		if (s->style->colour && symbols[i] != ' ')
			buf_puts(s->out, "\033[0m");
	}
}

static void put_bar(struct sheet *s)
{
	buf_puts(s->out, s->style->utf8 ? "\xe2\x94\x82" : "|");
}

static void put_spaces(struct buf *out, size_t n)
{
	while (n--)
		buf_putc(out, ' ');
}

/* The start time of a column. */
static uint64_t place_start(const struct sheet *s, unsigned place)
{
	return (uint64_t)((double)s->plan.total * place / s->columns);
}

static unsigned place_of(const struct sheet *s, uint64_t ns)
{
	unsigned place = (unsigned)((double)ns * s->columns / (double)s->plan.total);

	place = place < s->columns ? place : s->columns - 1;
	while (place && place_start(s, place) > ns)
		place--;
	return place;
}

/* Sums ns by column and symbol: SYMBOLS numbers for each column. */
static void row_fill(const struct sheet *s, size_t row, uint64_t *ns)
{
	for (size_t i = 0; i < s->n; i++) {
		unsigned first, last;
		uint64_t start, end;
		size_t symbol;

		if (s->plan.row_of[i] != row || s->e[i].end == s->e[i].start)
			continue;
		start = timeline_plan_start(&s->plan, &s->e[i]);
		end = timeline_plan_end(&s->plan, &s->e[i]);
		symbol = (unsigned char)s->plan.groups[s->plan.group_of[i]].symbol;
		first = place_of(s, start);
		last = place_of(s, end - 1);
		for (unsigned p = first; p <= last; p++) {
			uint64_t from = p == first ? start : place_start(s, p);
			uint64_t to = p == last ? end : place_start(s, p + 1);

			ns[(size_t)p * SYMBOLS + symbol] += to > from ? to - from : 1;
		}
	}
}

static bool rows_draw(struct sheet *s)
{
	uint64_t *ns = malloc((size_t)s->columns * SYMBOLS * sizeof *ns);
	char *symbols = malloc(s->columns);

	for (size_t row = 0; ns && symbols && row < s->plan.nrows; row++) {
		struct buf label = BUF_INIT;

		memset(ns, 0, (size_t)s->columns * SYMBOLS * sizeof *ns);
		row_fill(s, row, ns);
		for (unsigned p = 0; p < s->columns; p++) {
			uint64_t most = 0;

			symbols[p] = ' ';
			for (unsigned k = 0; k < SYMBOLS; k++)
				if (ns[(size_t)p * SYMBOLS + k] > most) {
					most = ns[(size_t)p * SYMBOLS + k];
					symbols[p] = (char)k;
				}
		}
		timeline_row_label(&s->plan, &s->plan.rows[row], &label);
		buf_puts(s->out, buf_text(&label));
		put_spaces(s->out, s->label > columns_of(&label) ? s->label - columns_of(&label) : 0);
		put_bar(s);
		put_symbols(s, symbols, s->columns);
		put_bar(s);
		buf_putc(s->out, '\n');
		buf_release(&label);
	}
	free(symbols);
	free(ns);
	return ns && symbols;
}

/* A time at every quarter; the last ends with the row. */
static void scale_draw(struct sheet *s)
{
	struct buf line = BUF_INIT;
	unsigned ticks = s->columns >= 60 ? 4 : 2;

	put_spaces(&line, s->label + 1);
	buf_putc(&line, '0');
	for (unsigned k = 1; k <= ticks; k++) {
		struct buf text = BUF_INIT;
		size_t at = s->label + 1 + s->columns * k / ticks;

		timeline_put_time(&text, s->plan.total * k / ticks);
		at -= k == ticks ? text.len : text.len / 2;
		put_spaces(&line, at > line.len ? at - line.len : 1);
		buf_puts(&line, buf_text(&text));
		buf_release(&text);
	}
	buf_puts(s->out, buf_text(&line));
	buf_putc(s->out, '\n');
	buf_release(&line);
}

/* ---- below the rows ----------------------------------------------------------------------- */

static int by_time(const void *a, const void *b)
{
	const struct timeline_group *const *x = a, *const *y = b;

	if ((*x)->ns != (*y)->ns)
		return (*x)->ns > (*y)->ns ? -1 : 1;
	return *x < *y ? -1 : 1;
}

/* The place of the call and the bytes moved; the name is shortened to make room for them. */
static void group_details(const struct sheet *s, const struct timeline_group *g, struct buf *out)
{
	const char *file = strrchr(g->file, '/');

	file = file ? file + 1 : g->file;
	if (*file && g->line > 0) {
		buf_puts(out, " (");
		timeline_put_text(out, file, words(s), 24);
		buf_printf(out, ":%d)", g->line);
	}
	if (g->bytes && g->ns) {
		buf_puts(out, ", ");
		timeline_put_bytes(out, g->bytes);
		if (g->bytes >= g->ns / 100)
			buf_printf(out, ", %.*f GB/s", g->bytes < 10 * g->ns ? 2 : 0, (double)g->bytes / (double)g->ns);
	}
	if (!g->pinned && (g->kind == TIMELINE_COPY_IN || g->kind == TIMELINE_COPY_OUT))
		buf_puts(out, _(", not pinned"));
}

static void group_put(struct sheet *s, const struct timeline_group *g)
{
	bool named = g->kind == TIMELINE_KERNEL || timeline_kinds[g->kind].engine == TIMELINE_CALLER;
	struct buf time = BUF_INIT, details = BUF_INIT;
	size_t room = s->label + s->columns + 2;

	timeline_put_time(&time, g->ns);
	group_details(s, g, &details);
	room -= room > details.len + 24 ? details.len + 24 : room;
	buf_puts(s->out, "  ");
	put_symbols(s, &g->symbol, 1);
	buf_printf(s->out, " %6llu x %9s  ", (unsigned long long)g->times, buf_text(&time));
	timeline_put_text(s->out, named ? g->name : _(timeline_kinds[g->kind].what), words(s), room > 16 ? room : 16);
	buf_puts(s->out, buf_text(&details));
	buf_putc(s->out, '\n');
	buf_release(&time);
	buf_release(&details);
}

static bool groups_draw(struct sheet *s)
{
	const struct timeline_group **order = malloc((s->plan.ngroups ? s->plan.ngroups : 1) * sizeof *order);

	if (!order)
		return false;
	for (size_t i = 0; i < s->plan.ngroups; i++)
		order[i] = &s->plan.groups[i];
	qsort(order, s->plan.ngroups, sizeof *order, by_time);
	for (size_t i = 0; i < s->plan.ngroups && i < GROUPS_MOST; i++)
		group_put(s, order[i]);
	if (s->plan.ngroups > GROUPS_MOST)
		buf_printf(s->out, _("    and %zu more\n"), s->plan.ngroups - GROUPS_MOST);
	free(order);
	return true;
}

/* Shows how long each engine works, as a share of the total. Starts a new line if the next engine would not fit. */
static void busy_put(struct sheet *s)
{
	size_t column = 0;

	for (int engine = TIMELINE_TO_DEVICE; engine < TIMELINE_CALLER; engine++)
		for (unsigned d = 0; d < s->plan.devices; d++) {
			struct buf item = BUF_INIT;
			unsigned kinds = 0;
			uint64_t ns;

			for (int k = 0; k < TIMELINE_KINDS; k++)
				if ((int)timeline_kinds[k].engine == engine)
					kinds |= TIMELINE_SET(k);
			ns = timeline_busy(s->e, s->n, kinds, (int)d);
			if (!ns)
				continue;
			if (s->plan.devices > 1)
				buf_printf(&item, "gpu %u ", d);
			buf_printf(&item, "%s %.0f %%", _(timeline_engine_name((enum timeline_engine)engine)),
				   100.0 * (double)ns / (double)s->plan.total);
			if (!column || column + 2 + columns_of(&item) > s->label + s->columns + 2) {
				buf_puts(s->out, column ? ",\n      " : _("busy: "));
				column = 6;
			} else {
				buf_puts(s->out, ", ");
				column += 2;
			}
			buf_puts(s->out, buf_text(&item));
			column += columns_of(&item);
			buf_release(&item);
		}
	if (column)
		buf_putc(s->out, '\n');
}

/* The time for which the end waits because of calls; of which call most, if the calls are known. */
static void calls_put(struct sheet *s, uint64_t ns)
{
	const struct timeline_group *most = NULL;

	for (size_t i = 0; i < s->plan.ngroups; i++)
		if (s->plan.groups[i].kind == TIMELINE_HOST_CALL && (!most || s->plan.groups[i].ns > most->ns))
			most = &s->plan.groups[i];
	buf_puts(s->out, _(",\n  calls of the host, "));
	if (most) {
		buf_puts(s->out, _("above all "));
		timeline_put_text(s->out, most->name, words(s), 40);
	} else {
		buf_puts(s->out, _("such as allocations, new streams and launches"));
	}
	buf_printf(s->out, ", %.0f %%", 100.0 * (double)ns / (double)s->plan.total);
}

/*
 * The work that the end depends on, by symbol, longest first, at most three; and the time in which that chain
 * waits for the host, which was still busy with other calls.
 */
static bool critical_put(struct sheet *s)
{
	size_t *chain = malloc((s->n ? s->n : 1) * sizeof *chain), length;
	struct { uint64_t times, ns; } sums[SYMBOLS] = { 0 };
	const char *before = _("the end waits for: ");
	uint64_t at = s->plan.begin, calls = 0;

	if (!chain)
		return false;
	length = timeline_critical(s->e, s->n, chain, s->n);
	for (size_t i = 0; i < length; i++) {
		const struct timeline_entry *e = &s->e[chain[i]];
		size_t g = s->plan.group_of[chain[i]];

		if (e->start > at + e->lead)
			calls += e->start - at - e->lead;
		at = e->end > at ? e->end : at;
		if (g == TIMELINE_NO_ENTRY || e->kind == TIMELINE_HOST_WAIT)
			continue;
		sums[(unsigned char)s->plan.groups[g].symbol].times++;
		sums[(unsigned char)s->plan.groups[g].symbol].ns += e->end - e->start;
	}
	for (int shown = 0; shown < 3; shown++) {
		size_t best = 0;
		char symbol;

		for (size_t k = 1; k < SYMBOLS; k++)
			if (sums[k].ns > sums[best].ns)
				best = k;
		if (!sums[best].ns)
			break;
		symbol = (char)best;
		buf_printf(s->out, "%s%llu x ", before, (unsigned long long)sums[best].times);
		put_symbols(s, &symbol, 1);
		buf_printf(s->out, " %.0f %%", 100.0 * (double)sums[best].ns / (double)s->plan.total);
		sums[best].ns = 0;
		before = ", ";
	}
	if (*before == ',' && calls * 100 >= s->plan.total)
		calls_put(s, calls);
	if (*before == ',')
		buf_putc(s->out, '\n');
	free(chain);
	return true;
}

static void waits_put(struct sheet *s)
{
	uint64_t waits = timeline_waits(s->e, s->n), ns = 0;

	if (!waits)
		return;
	for (size_t i = 0; i < s->n; i++)
		if (s->e[i].kind == TIMELINE_HOST_WAIT && s->e[i].known)
			ns += s->e[i].end - s->e[i].start;
	buf_printf(s->out, tr_n("the host waits %llu time, ", "the host waits %llu times, ", waits), (unsigned long long)waits);
	timeline_put_time(s->out, ns);
	buf_puts(s->out, _(" in total\n"));
}

static bool draw(struct sheet *s)
{
	unsigned width = s->style->width ? s->style->width : 80;

	if (!timeline_plan(s->e, s->n, ROWS_MOST, &s->plan))
		return false;
	buf_printf(s->out, _("timeline, modelled on %s (never measured): "), name_alone(s->style->machine));
	timeline_put_time(s->out, s->plan.total);
	buf_printf(s->out, tr_n(", %llu operation\n", ", %llu operations\n", s->plan.operations),
		   (unsigned long long)s->plan.operations);
	if (!s->plan.total || !s->plan.nrows)
		return true;
	for (size_t i = 0; i < s->plan.nrows; i++) {
		struct buf label = BUF_INIT;

		timeline_row_label(&s->plan, &s->plan.rows[i], &label);
		if (columns_of(&label) + 1 > s->label)
			s->label = (unsigned)columns_of(&label) + 1;
		buf_release(&label);
	}
	width = width < 40 ? 40 : width > 1000 ? 1000 : width;
	s->columns = width - s->label - 2;
	scale_draw(s);
	if (!rows_draw(s) || !groups_draw(s))
		return false;
	if (s->style->brief)
		return true;
	busy_put(s);
	if (timeline_busy(s->e, s->n, TIMELINE_SET(TIMELINE_KERNEL), -1)) {
		size_t before = s->out->len;

		timeline_put_overlap(s->e, s->n, s->out);
		if (s->out->len > before)
			buf_putc(s->out, '\n');
	}
	waits_put(s);
	return critical_put(s);
}

void timeline_text(const struct timeline_entry *e, size_t n, const struct timeline_style *style, struct buf *out)
{
	struct sheet s = { .e = e, .n = n, .style = style, .out = out };

	if (!draw(&s))
		out->failed = true;
	timeline_plan_release(&s.plan);
}
