/*
 * draw.c - maps styles to attributes and colours; curses sends only the changed cells.
 *
 * Pair 1 + 2 * style is a style on its background, the next one the same under the cursor.
 */
#include "config.h"

#include "tui/draw.h"

#include <curses.h>
#include <math.h>
#include <stdio.h>
#include <term.h>

#include "base/link.h"

static const attr_t attributes[STYLE_COUNT] = {
#define STYLE(id, letter, attributes, on, dark, light, contrast) [STYLE_##id] = attributes,
#include "tui/styles.def"
};

/* For terminals of 8 colours, and the terminal's own theme. */
static const short plain_colours[STYLE_COUNT] = {
	[STYLE_CODE] = COLOR_CYAN, [STYLE_KEYWORD] = COLOR_MAGENTA, [STYLE_GOOD] = COLOR_GREEN, [STYLE_BAD] = COLOR_RED,
	[STYLE_WARN] = COLOR_YELLOW, [STYLE_NOTE] = COLOR_CYAN, [STYLE_ACCENT] = COLOR_CYAN, [STYLE_FOCUS] = COLOR_CYAN,
	[STYLE_KEY] = COLOR_CYAN,
};

static enum { MONOCHROME, FEW, MANY } colours;
static bool links;
static enum theme made = THEME_COUNT; /* the theme of the current pairs */

void draw_colours(bool wanted)
{
	colours = MONOCHROME;
	made = THEME_COUNT;
	if (wanted && start_color() == OK && use_default_colors() == OK)
		colours = COLORS >= 256 && COLOR_PAIRS > 2 * STYLE_COUNT ? MANY : FEW;
}

static bool is_painted(enum theme theme)
{
	return colours == MANY && theme != THEME_TERMINAL;
}

static short pair_of(enum style style, bool selected)
{
	return (short)(1 + 2 * (int)style + selected);
}

static void make_pairs(enum theme theme)
{
	if (colours == MONOCHROME || made == theme)
		return;
	made = theme;
	for (enum style style = 0; style < STYLE_COUNT; style++)
		for (int selected = 0; selected < 2; selected++)
			if (is_painted(theme))
				init_pair(pair_of(style, selected), (short)theme_colour(theme, style),
					  (short)theme_ground(theme, style, selected));
			else if (pair_of(style, selected) < COLOR_PAIRS)
				init_pair(pair_of(style, selected), plain_colours[style] ? plain_colours[style] : -1, -1);
}

/* Two pixels: the upper one is the character, the lower one its background. Without so many colours it is one shade. */
static void draw_pixels(const struct cell *cell)
{
	static const wchar_t shades[] = { ' ', 0x2591, 0x2592, 0x2593, 0x2588 };
	const int above = (cell->style - STYLE_COUNT) / 256, below = (cell->style - STYLE_COUNT) % 256;
	const int shade = (int)(5 * sqrt((theme_luminance(above) + theme_luminance(below)) / 2));
	const int pair = colours == MANY ? alloc_pair(above, below) : 0;
	wchar_t text[2] = { pair > 0 ? (wchar_t)cell->code : shades[shade < 5 ? shade : 4], 0 };
	cchar_t shown;

	setcchar(&shown, text, A_NORMAL, (short)(pair > 0 ? pair : 0), NULL);
	add_wch(&shown);
}

static void draw_styled(const struct cell *cell, enum theme theme)
{
	attr_t attribute = attributes[cell->style];
	wchar_t text[2] = { (wchar_t)cell->code, 0 };
	bool painted = is_painted(theme);
	short pair = colours == MONOCHROME ? 0 : pair_of(cell->style, cell->reverse);
	cchar_t shown;

	/* Dim and coloured text is hard to read reversed. On our own backgrounds neither is needed. */
	if (painted)
		attribute &= A_BOLD;
	else if (cell->reverse)
		attribute = (attribute & A_BOLD) | A_REVERSE;
	if (!painted && (attribute & A_REVERSE || pair >= COLOR_PAIRS))
		pair = 0;
	setcchar(&shown, text, attribute, pair, NULL);
	add_wch(&shown);
}

static void draw_cell(const struct cell *cell, enum theme theme)
{
	if (cell->style >= STYLE_COUNT) {
		draw_pixels(cell);
		return;
	}
	draw_styled(cell, theme);
}

void draw_with_links(bool wanted)
{
	links = wanted;
}

static int put_byte(int byte)
{
	return putchar(byte);
}

/* Writes the cells of a link once more, unchanged, without curses, which does not support links. */
static void draw_link(const struct screen *s, const struct screen_link *link, enum theme theme)
{
	const struct cell *first = &s->cells[link->row * s->cols + link->col];
	attr_t attribute = is_painted(theme) ? attributes[first->style] & A_BOLD : attributes[first->style];
	short pair = colours == MONOCHROME ? 0 : pair_of(first->style, first->reverse);
	struct buf text = BUF_INIT;

	link_open(link->path, &text);
	for (int i = 0; i < link->cols; i++)
		if (first[i].code)
			buf_put_utf8(&text, first[i].code);
	buf_puts(&text, LINK_CLOSE);
	putp(tparm(cursor_address, link->row, link->col, 0, 0, 0, 0, 0, 0, 0));
	vid_puts(attribute, pair < COLOR_PAIRS ? pair : 0, NULL, put_byte);
	fputs(buf_text(&text), stdout);
	buf_release(&text);
}

/* Leaves cursor and attributes in the state that curses expects. */
static void draw_links(const struct screen *s, enum theme theme)
{
	if (!cursor_address || !save_cursor || !restore_cursor)
		return;
	putp(save_cursor);
	for (int i = 0; i < s->nlinks; i++)
		if (!s->cells[s->links[i].row * s->cols + s->links[i].col].reverse)
			draw_link(s, &s->links[i], theme);
	vid_puts(A_NORMAL, 0, NULL, put_byte);
	putp(restore_cursor);
	fflush(stdout);
}

void draw_screen(const struct screen *s, enum theme theme, bool again)
{
	make_pairs(theme);
	erase();
	for (int row = 0; row < s->rows; row++) {
		for (int col = 0; col < s->cols; col++) {
			const struct cell *cell = &s->cells[row * s->cols + col];

			if (cell->code && (is_painted(theme) || cell->code != ' ' || cell->style || cell->reverse)) {
				move(row, col);
				draw_cell(cell, theme);
			}
		}
	}
	if (again)
		clearok(curscr, TRUE);
	refresh();
	if (links && s->nlinks)
		draw_links(s, theme);
}
