/* flow.c - breaks glyphs into lines: see internal.h. */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/source.h"
#include "lesson/flow.h"

#define TAB 4
#define CODE_WIDTH_LEAST 30

/* The ASCII replacements for a terminal without UTF-8; any other character becomes '?'. */
static const struct plain { const char *text, *ascii; } plain[] = {
	{ "─", "-" }, { "│", "|" }, { "┌", "+" }, { "┐", "+" }, { "└", "+" }, { "┘", "+" }, { "⋮", ":" }, { "…", ".." },
	{ "•", "*" }, { "✓", "+" }, { "✗", "x" }, { "×", "x" }, { "·", "." }, { "–", "-" }, { "—", "-" }, { "→", "->" },
	{ "≤", "<=" }, { "≥", ">=" }, { "²", "^2" }, { "³", "^3" }, { "µ", "u" }, { "‘", "'" }, { "’", "'" }, { "“", "\"" },
	{ "”", "\"" }, { "█", "#" },
};

static size_t utf8_len(const char *text, size_t len)
{
	unsigned char c = (unsigned char)*text;
	size_t n = c < 0xC0 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;

	if (n > len || (c >= 0x80 && c < 0xC0))
		return 1;
	for (size_t i = 1; i < n; i++)
		if (((unsigned char)text[i] & 0xC0) != 0x80)
			return 1;
	return n;
}

static void glyph_push(struct flow *f, const char *text, size_t len, int width, enum style style)
{
	struct glyph *g = arena_push(f->a, &f->glyphs, &f->nglyphs, &f->glyph_cap, sizeof *g);

	if (g)
		*g = (struct glyph){ text, (unsigned char)len, (unsigned char)width, style };
}

static void ascii_push(struct flow *f, const char *text, size_t len, enum style style)
{
	const char *instead = "?";

	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
		if (strlen(plain[i].text) == len && !memcmp(plain[i].text, text, len))
			instead = plain[i].ascii;
	for (; *instead; instead++)
		glyph_push(f, instead, 1, 1, style);
}

void flow_add_n(struct flow *f, enum style style, const char *text, size_t len)
{
	char one[5];

	for (size_t i = 0, n; i < len; i += n) {
		unsigned char c = (unsigned char)text[i];

		n = utf8_len(text + i, len - i);
		if (c == '\t') {
			do
				glyph_push(f, " ", 1, 1, style);
			while ((f->nglyphs - f->margin) % TAB && !f->a->failed);
		} else if (c < 0x20 || c == 0x7F || (c >= 0x80 && n == 1)) {
			glyph_push(f, "?", 1, 1, style);
		} else if (c < 0x80) {
			glyph_push(f, text + i, 1, 1, style);
		} else if (f->ascii) {
			ascii_push(f, text + i, n, style);
		} else {
			memcpy(one, text + i, n);
			one[n] = '\0';
			glyph_push(f, text + i, n, text_width(one), style);
		}
	}
}

void flow_add(struct flow *f, enum style style, const char *text)
{
	flow_add_n(f, style, text, strlen(text));
}

void flow_printf(struct flow *f, enum style style, const char *fmt, ...)
{
	char text[256];
	const char *kept;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	kept = arena_strdup(f->a, text);
	if (kept)
		flow_add(f, style, kept);
}

/* Turns the glyphs [from, to) into one line: a span for each run of a style. */
static void emit(struct flow *f, size_t from, size_t to, int indent)
{
	struct line *line = arena_push(f->a, &f->lines, &f->nlines, &f->line_cap, sizeof *line);
	size_t cap = 0;

	while (line && from < to) {
		struct span *span = arena_push(f->a, &line->spans, &line->nspans, &cap, sizeof *span);
		size_t end = from, bytes = 0;
		char *text;

		if (line->nspans > 1)
			indent = 0;
		for (; end < to && f->glyphs[end].style == f->glyphs[from].style; end++)
			bytes += f->glyphs[end].len;
		text = arena_alloc(f->a, (size_t)indent + bytes + 1);
		if (!span || !text)
			return;
		span->text = text;
		span->style = f->glyphs[from].style;
		memset(text, ' ', (size_t)indent);
		for (text += indent; from < end; text += f->glyphs[from++].len)
			memcpy(text, f->glyphs[from].text, f->glyphs[from].len);
	}
}

static bool is_blank(const struct flow *f, size_t i)
{
	return *f->glyphs[i].text == ' ';
}

/* The end of a line of `room` columns that begins at `from`; *next is the start of the next line. */
static size_t line_end(const struct flow *f, size_t from, int room, size_t *next)
{
	size_t end = from, gap = from;
	int width = 0;

	for (; end < f->nglyphs && width + f->glyphs[end].width <= room; end++) {
		width += f->glyphs[end].width;
		if (is_blank(f, end) && end > from && !is_blank(f, end - 1))
			gap = end;
	}
	if (end < f->nglyphs && !is_blank(f, end) && gap > from)
		end = gap;
	if (end == from && end < f->nglyphs)
		end++; /* a wide character in a single column: takes it anyway, or the loop would never end */
	for (*next = end; *next < f->nglyphs && is_blank(f, *next);)
		++*next;
	while (end > from && is_blank(f, end - 1))
		end--;
	return end;
}

void flow_wrap(struct flow *f, int hang)
{
	int indent = 0;

	if (f->a->failed)
		return;
	for (size_t at = 0, next; at < f->nglyphs; at = next, indent = hang) {
		int room = f->width - indent;
		size_t end = line_end(f, at, room > 0 ? room : 1, &next);

		emit(f, at, end, indent);
	}
	f->nglyphs = 0;
}

/* Where to break a line of code that does not fit: after the last blank of its second half, otherwise at the width. */
static size_t code_break(const struct flow *f, size_t from, size_t i)
{
	for (size_t at = i; at > from + (i - from) / 2; at--)
		if (is_blank(f, at - 1))
			return at;
	return i;
}

/* The last line continues the one above: shows that in its indent, which is at least 2. */
static void mark_continued(struct flow *f, int indent)
{
	struct line *line = &f->lines[f->nlines - 1];
	const char *rest = line->nspans ? line->spans[0].text + indent : NULL;

	if (rest)
		rest = arena_printf(f->a, "%*s%s%s", indent - 2, "", f->ascii ? "> " : "\xe2\x86\xaa ", rest);
	if (rest)
		line->spans[0].text = rest;
}

void flow_break(struct flow *f)
{
	int hang = f->margin && f->width >= CODE_WIDTH_LEAST ? (int)f->margin + 4 : 0, indent = 0, width = 0;
	size_t from = 0;

	if (f->a->failed)
		return;
	for (size_t i = 0; i < f->nglyphs; i++) {
		if (width + f->glyphs[i].width > f->width && i > from) {
			size_t end = hang ? code_break(f, from, i) : i;

			emit(f, from, end, indent);
			if (indent && !f->a->failed)
				mark_continued(f, indent);
			from = i = end;
			width = indent = hang;
		}
		width += f->glyphs[i].width;
	}
	emit(f, from, f->nglyphs, indent);
	if (indent && !f->a->failed)
		mark_continued(f, indent);
	f->nglyphs = 0;
}

void flow_cut(struct flow *f)
{
	size_t end = 0;
	int width = 0;

	while (end < f->nglyphs && width + f->glyphs[end].width <= f->width)
		width += f->glyphs[end++].width;
	while (end && is_blank(f, end - 1))
		end--;
	if (!f->a->failed)
		emit(f, 0, end, 0);
	f->nglyphs = 0;
}

void flow_blank(struct flow *f)
{
	if (f->nlines && f->lines[f->nlines - 1].nspans)
		emit(f, 0, 0, 0);
}

int flow_line_width(const struct line *l)
{
	int width = 0;

	for (size_t i = 0; i < l->nspans; i++)
		width += text_width(l->spans[i].text);
	return width;
}

void flow_beside(struct flow *f, size_t top, int column, const struct flow *right)
{
	for (size_t i = 0; i < right->nlines; i++) {
		struct line *to = top + i < f->nlines ? &f->lines[top + i] :
				  arena_push(f->a, &f->lines, &f->nlines, &f->line_cap, sizeof *to);
		const struct line *from = &right->lines[i];
		struct span *spans = arena_array(f->a, (to ? to->nspans : 0) + from->nspans + 1, sizeof *spans);
		size_t n = 0;

		if (!to || !spans)
			return;
		if (!from->nspans)
			continue;
		for (; n < to->nspans; n++)
			spans[n] = to->spans[n];
		spans[n++] = (struct span){ arena_printf(f->a, "%*s", column - flow_line_width(to), ""), STYLE_PLAIN };
		memcpy(spans + n, from->spans, from->nspans * sizeof *spans);
		to->spans = spans;
		to->nspans = n + from->nspans;
	}
}
