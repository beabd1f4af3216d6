/*
 * source.c - excerpts of source text under a message.
 *
 * All text that reaches a terminal or a JSON document passes through
 * utf8_next, which decodes strictly (no overlong forms, no surrogates): invalid
 * bytes appear as '?'.
 */
#include "config.h"

#include "base/source.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#define TAB 4

const char *source_line(const struct source *s, int line, size_t *len)
{
	const char *p = s->text, *end = p + s->len, *newline;

	*len = 0;
	if (line < 1 || !p)
		return NULL;
	while (--line) {
		newline = memchr(p, '\n', (size_t)(end - p));
		if (!newline)
			return NULL;
		p = newline + 1;
	}
	if (p == end)
		return NULL;
	newline = memchr(p, '\n', (size_t)(end - p));
	*len = (size_t)((newline ? newline : end) - p);
	if (*len && p[*len - 1] == '\r')
		--*len;
	return p;
}

/* Decodes one character of at most `len` bytes; returns its length, or 0 if it is not valid UTF-8. */
static size_t utf8_next(const char *text, size_t len, uint32_t *code)
{
	const uint8_t *p = (const uint8_t *)text;
	size_t n = *p < 0x80 ? 1 : (*p & 0xE0) == 0xC0 ? 2 : (*p & 0xF0) == 0xE0 ? 3 : (*p & 0xF8) == 0xF0 ? 4 : 0;
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	uint32_t c;

	if (n == 0 || n > len)
		return 0;
	c = n == 1 ? *p : *p & (0x7Fu >> n);
	for (size_t i = 1; i < n; i++) {
		if ((p[i] & 0xC0) != 0x80)
			return 0;
		c = c << 6 | (p[i] & 0x3F);
	}
	if (c < least[n] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
		return 0;
	*code = c;
	return n;
}

/* True for characters that a terminal hides or that reverse the order of others, and so change the look of the text. */
static bool is_invisible(uint32_t c)
{
	static const struct { uint32_t first, last; } ranges[] = {
		{ 0xAD, 0xAD }, { 0x34F, 0x34F }, { 0x61C, 0x61C }, { 0x115F, 0x1160 }, { 0x17B4, 0x17B5 }, { 0x180B, 0x180F },
		{ 0x200B, 0x200F }, { 0x2028, 0x202E }, { 0x2060, 0x206F }, { 0x3164, 0x3164 }, { 0xFE00, 0xFE0F },
		{ 0xFEFF, 0xFEFF }, { 0xFFA0, 0xFFA0 }, { 0xFFF0, 0xFFFB }, { 0x1BCA0, 0x1BCA3 }, { 0x1D173, 0x1D17A },
		{ 0xE0000, 0xE0FFF },
	};

	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (c >= ranges[i].first && c <= ranges[i].last)
			return true;
	return false;
}

/* The number of bytes at the start of the text that need no change: the bulk of most texts, and cheap to recognise. */
static size_t plain_run(const char *text, size_t len)
{
	size_t n = 0;

	while (n < len && ((text[n] >= 0x20 && text[n] < 0x7F) || text[n] == '\n' || text[n] == '\t'))
		n++;
	return n;
}

/* The text's first character made safe, in `piece`; returns the bytes that it takes in the text. */
static size_t safe_piece(const char *text, size_t len, char piece[sizeof "<U+10FFFF>"])
{
	uint32_t c = 0;
	size_t n = utf8_next(text, len, &c);

	if (!n || (c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7F && c < 0xA0))
		strcpy(piece, "?");
	else if (is_invisible(c))
		snprintf(piece, sizeof "<U+10FFFF>", "<U+%04X>", (unsigned)c & 0x1FFFFF);
	else
		snprintf(piece, sizeof "<U+10FFFF>", "%.*s", (int)n, text);
	return n ? n : 1;
}

void text_sanitise(const char *text, size_t len, struct buf *out)
{
	char piece[sizeof "<U+10FFFF>"];

	for (size_t i = 0; i < len;) {
		size_t plain = plain_run(text + i, len - i);

		buf_append(out, text + i, plain);
		i += plain;
		if (i == len)
			return;
		i += safe_piece(text + i, len - i, piece);
		buf_puts(out, piece);
	}
}

void text_copy_line(char *out, size_t size, const char *text)
{
	size_t len = strlen(text), n = 0;
	char piece[sizeof "<U+10FFFF>"];

	while (len && (text[len - 1] == '\n' || text[len - 1] == '\r'))
		len--;
	for (size_t i = 0; i < len && n + sizeof piece <= size;) {
		i += safe_piece(text + i, len - i, piece);
		n += (size_t)snprintf(out + n, size - n, "%s", *piece == '\n' || *piece == '\t' ? " " : piece);
	}
	out[n] = '\0';
}

void text_sanitise_name(const char *name, struct buf *out)
{
	size_t from = out->len;

	text_sanitise(name, strlen(name), out);
	for (size_t i = from; i < out->len; i++)
		if (out->data[i] == '\n' || out->data[i] == '\t')
			out->data[i] = '?';
}

const char *text_xml_entity(char c)
{
	switch (c) {
	case '<': return "&lt;";
	case '>': return "&gt;";
	case '&': return "&amp;";
	case '"': return "&quot;";
	case '\'': return "&#39;";
	default: return NULL;
	}
}

void text_put_xml(struct buf *out, const char *text, size_t len)
{
	struct buf clean = BUF_INIT;

	text_sanitise(text, len, &clean);
	for (const char *p = buf_text(&clean); *p; p++) {
		const char *entity = text_xml_entity(*p);

		if (entity)
			buf_puts(out, entity);
		else
			buf_putc(out, *p);
	}
	out->failed |= clean.failed;
	buf_release(&clean);
}

static int char_width(uint32_t c)
{
	int w = c < 0x7F ? 1 : wcwidth((wchar_t)c);

	return w < 0 ? 1 : w;
}

int text_width(const char *text)
{
	size_t len = strlen(text);
	int width = 0;

	for (size_t i = 0; i < len;) {
		uint32_t c;
		size_t n = utf8_next(text + i, len - i, &c);

		width += n ? char_width(c) : 1;
		i += n ? n : 1;
	}
	return width;
}

void text_put_column(struct buf *out, const char *text, int width)
{
	int used = text_width(text);

	buf_puts(out, text);
	do
		buf_putc(out, ' ');
	while (++used < width);
}

/*
 * The line for display: tabs expanded, unsafe bytes replaced. *at becomes the
 * screen column (0-based) of byte column `column`, or of the first non-blank.
 */
static void line_shown(const char *line, size_t len, int column, struct buf *out, int *at)
{
	size_t mark = column > 0 ? (size_t)column - 1 : SIZE_MAX;
	int width = 0;

	*at = -1;
	for (size_t i = 0; i < len;) {
		uint32_t c = 0;
		size_t n = utf8_next(line + i, len - i, &c);

		if (*at < 0 && (i >= mark || (mark == SIZE_MAX && c != ' ' && c != '\t')))
			*at = width;
		if (n && c == '\t') {
			int spread = TAB - width % TAB;

			buf_append(out, "    ", (size_t)spread);
			width += spread;
		} else {
			size_t before = out->len;

			text_sanitise(line + i, n ? n : 1, out);
			width += text_width(buf_text(out) + before);
		}
		i += n ? n : 1;
	}
	if (*at < 0)
		*at = width;
}

/* Skips `columns` at the front of text; returns the rest. */
static const char *skip_columns(const char *text, int columns)
{
	while (*text && columns > 0) {
		uint32_t c;
		size_t n = utf8_next(text, strlen(text), &c);

		columns -= n ? char_width(c) : 1;
		text += n ? n : 1;
	}
	return text;
}

void source_excerpt(const struct source *s, int line, int column, int width, struct buf *out)
{
	struct buf shown = BUF_INIT;
	char number[16];
	size_t len;
	const char *text = source_line(s, line, &len), *from, *to;
	int at, gutter, room, start = 0;

	if (!text)
		return;
	line_shown(text, len, column, &shown, &at);
	gutter = snprintf(number, sizeof number, "%4d", line);
	room = width - gutter - 3;
	if (room < 20)
		room = 20;
	if (text_width(buf_text(&shown)) > room && at > room / 2)
		start = at - room / 2;
	from = skip_columns(buf_text(&shown), start);
	to = skip_columns(from, room);
	buf_printf(out, "%s | ", number);
	buf_append(out, from, (size_t)(to - from));
	buf_printf(out, "\n%*s | %*s^\n", gutter, "", at - start, "");
	buf_release(&shown);
}
