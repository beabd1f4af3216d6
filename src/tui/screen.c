/*
 * screen.c - puts text into cells.
 *
 * A wide character takes two cells. Combining marks are left out: no known lesson or program
 * needs one.
 */
#include "config.h"

#include "tui/screen.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "tui/theme.h"

int screen_resize(struct screen *s, int rows, int cols, bool ascii)
{
	struct cell *cells = calloc((size_t)rows * (size_t)cols + 1, sizeof *cells);

	if (!cells)
		return -1;
	free(s->cells);
	*s = (struct screen){ .rows = rows, .cols = cols, .ascii = ascii, .cells = cells };
	screen_clear(s);
	return 0;
}

void screen_release(struct screen *s)
{
	free(s->cells);
	memset(s, 0, sizeof *s);
}

void screen_clear(struct screen *s)
{
	for (int i = 0; i < s->rows * s->cols; i++)
		s->cells[i] = (struct cell){ .code = ' ' };
	s->nlinks = 0;
}

/* Decodes one character and advances; a byte of invalid UTF-8 reads as '?'. */
static uint32_t take(const char **text)
{
	const unsigned char *p = (const unsigned char *)*text;
	int more = *p < 0x80 ? 0 : (*p & 0xE0) == 0xC0 ? 1 : (*p & 0xF0) == 0xE0 ? 2 : (*p & 0xF8) == 0xF0 ? 3 : -1;
	uint32_t code = more <= 0 ? *p : *p & (0x3Fu >> more);

	for (int i = 1; i <= more; i++) {
		if ((p[i] & 0xC0) != 0x80)
			more = -1;
		else
			code = code << 6 | (p[i] & 0x3F);
	}
	*text += more < 0 ? 1 : more + 1;
	if (more < 0 || code < 0x20 || (code >= 0x7F && code < 0xA0) || code > 0x10FFFF ||
	    (code >= 0xD800 && code <= 0xDFFF))
		return '?';
	return code;
}

/* The nearest ASCII character: always one for one, so that columns stay aligned. */
static uint32_t to_ascii(uint32_t code)
{
	static const struct { uint32_t code; char ascii; } near[] = {
		{ 0x00A0, ' ' }, { 0x00B1, '~' }, { 0x00B2, '2' }, { 0x00B3, '3' }, { 0x00B5, 'u' },
		{ 0x00B7, '.' }, { 0x00D7, 'x' }, { 0x2010, '-' }, { 0x2011, '-' }, { 0x2013, '-' },
		{ 0x2014, '-' }, { 0x2018, '\'' }, { 0x2019, '\'' }, { 0x201C, '"' }, { 0x201D, '"' },
		{ 0x2022, '*' }, { 0x2026, '.' }, { 0x2039, '<' }, { 0x203A, '>' }, { 0x2190, '<' }, { 0x2191, '^' },
		{ 0x2192, '>' }, { 0x2193, 'v' }, { 0x21AA, '>' }, { 0x2212, '-' },
		{ 0x2248, '~' }, { 0x2264, '<' }, { 0x2265, '>' }, { 0x2500, '-' }, { 0x2502, '|' },
		{ 0x250C, '+' }, { 0x2510, '+' }, { 0x2514, '+' }, { 0x2518, '+' }, { 0x251C, '+' }, { 0x2524, '+' },
		{ 0x252C, '+' }, { 0x2534, '+' }, { 0x253C, '+' }, { 0x256D, '+' }, { 0x256E, '+' }, { 0x256F, '+' },
		{ 0x2570, '+' }, { 0x2580, '#' }, { 0x2588, '#' }, { 0x25B0, '#' }, { 0x25B1, '-' }, { 0x25B2, '!' },
		{ 0x25B8, '>' }, { 0x25BE, 'v' }, { 0x25CB, 'o' }, { 0x25CF, '*' }, { 0x2713, '+' },
		{ 0x2717, 'x' },
	};

	if (code < 0x7F)
		return code;
	for (size_t i = 0; i < sizeof near / sizeof *near; i++)
		if (near[i].code == code)
			return (uint32_t)near[i].ascii;
	return '?';
}

static int width_of(const struct screen *s, uint32_t code)
{
	int width = s->ascii || code < 0x7F ? 1 : wcwidth((wchar_t)code);

	return width < 0 ? 1 : width;
}

int screen_put(struct screen *s, int row, int col, enum style style, const char *text)
{
	return screen_put_within(s, row, col, s->cols, 0, style, text);
}

int screen_put_within(struct screen *s, int row, int col, int limit, int skip, enum style style, const char *text)
{
	if (row < 0 || row >= s->rows || col < 0)
		return col;
	if (limit > s->cols)
		limit = s->cols;
	while (*text && col < limit) {
		uint32_t code = take(&text);
		int width;

		if (s->ascii)
			code = to_ascii(code);
		width = width_of(s, code);
		if (width == 0)
			continue;
		if (skip > 0) {
			skip -= width;
			continue;
		}
		if (col + width > limit) {
			code = ' ';
			width = 1;
		}
		for (int i = 0; i < width; i++) {
			struct cell *cell = &s->cells[row * s->cols + col++];

			cell->code = i ? 0 : code;
			cell->style = style;
			cell->arms = 0;
		}
	}
	return col;
}

void screen_edge(struct screen *s, int row, int col, enum style style, unsigned arms)
{
	static const uint32_t codes[16] = {
		[ARM_LEFT | ARM_RIGHT] = 0x2500, [ARM_UP | ARM_DOWN] = 0x2502, [ARM_DOWN | ARM_RIGHT] = 0x256D,
			[ARM_DOWN | ARM_LEFT] = 0x256E,
		[ARM_UP | ARM_LEFT] = 0x256F, [ARM_UP | ARM_RIGHT] = 0x2570, [ARM_UP | ARM_DOWN | ARM_RIGHT] = 0x251C,
		[ARM_UP | ARM_DOWN | ARM_LEFT] = 0x2524, [ARM_DOWN | ARM_LEFT | ARM_RIGHT] = 0x252C,
		[ARM_UP | ARM_LEFT | ARM_RIGHT] = 0x2534, [ARM_UP | ARM_DOWN | ARM_LEFT | ARM_RIGHT] = 0x253C,
	};
	struct cell *cell;

	if (row < 0 || row >= s->rows || col < 0 || col >= s->cols)
		return;
	cell = &s->cells[row * s->cols + col];
	*cell = (struct cell){ .arms = (unsigned char)(cell->arms | arms), .style = style };
	cell->code = codes[cell->arms & 15];
	if (s->ascii)
		cell->code = to_ascii(cell->code);
}

void screen_reverse(struct screen *s, int row, int from, int cols)
{
	if (row < 0 || row >= s->rows || from < 0)
		return;
	for (int col = from; col < from + cols && col < s->cols; col++)
		s->cells[row * s->cols + col].reverse = true;
}

void screen_fill(struct screen *s, int row, enum style style)
{
	for (int col = 0; row >= 0 && row < s->rows && col < s->cols; col++)
		s->cells[row * s->cols + col] = (struct cell){ .code = ' ', .style = style };
}

static char style_letter(const struct cell *cell)
{
	if (cell->reverse)
		return 'R';
	if (cell->style >= STYLE_COUNT)
		return '#';
	return cell->code == ' ' && cell->style != STYLE_BAR ? ' ' : theme_letter(cell->style);
}

void screen_dump(const struct screen *s, bool styles, struct buf *out)
{
	for (int row = 0; row < s->rows; row++) {
		size_t start = out->len;

		for (int col = 0; col < s->cols; col++) {
			const struct cell *cell = &s->cells[row * s->cols + col];

			if (styles)
				buf_putc(out, style_letter(cell));
			else if (cell->code)
				buf_put_utf8(out, cell->code);
		}
		while (out->len > start && out->data[out->len - 1] == ' ')
			out->data[--out->len] = '\0';
		buf_putc(out, '\n');
	}
}

/* The number of cells that the text takes from there on; 0: they have different text. */
static int cells_matching(const struct screen *s, int row, int col, const char *text)
{
	int n = 0;

	while (*text) {
		uint32_t code = take(&text);

		if (col + n >= s->cols || s->cells[row * s->cols + col + n].code != (s->ascii ? to_ascii(code) : code))
			return 0;
		for (n++; col + n < s->cols && !s->cells[row * s->cols + col + n].code; n++)
			;
	}
	return n;
}

void screen_link(struct screen *s, const char *text, const char *path)
{
	for (int row = 1; row < s->rows - 1; row++) {
		for (int col = 0; col < s->cols && s->nlinks < SCREEN_LINKS; col++) {
			int cols = cells_matching(s, row, col, text);

			if (!cols)
				continue;
			s->links[s->nlinks++] = (struct screen_link){ row, col, cols, path };
			break;
		}
	}
}
