/*
 * draw.c - maps styles to attributes. Background and text colour stay the terminal's
 * own, so that light and dark themes both work; curses sends only the changed cells.
 */
#include "config.h"

#include "tui/draw.h"

#include <curses.h>

enum pair { PAIR_NONE, PAIR_CODE, PAIR_KEYWORD, PAIR_GOOD, PAIR_BAD };

static const struct { attr_t attributes; enum pair pair; } looks[] = {
	[STYLE_PLAIN] = { A_NORMAL, PAIR_NONE },   [STYLE_TITLE] = { A_BOLD, PAIR_NONE },
	[STYLE_CODE] = { A_NORMAL, PAIR_CODE },    [STYLE_KEYWORD] = { A_BOLD, PAIR_KEYWORD },
	[STYLE_COMMENT] = { A_DIM, PAIR_NONE },    [STYLE_EMPHASIS] = { A_BOLD, PAIR_NONE },
	[STYLE_DIM] = { A_DIM, PAIR_NONE },        [STYLE_GOOD] = { A_BOLD, PAIR_GOOD },
	[STYLE_BAD] = { A_BOLD, PAIR_BAD },        [STYLE_HIGHLIGHT] = { A_REVERSE, PAIR_NONE },
};

static bool colours;

void draw_colours(bool wanted)
{
	colours = wanted && start_color() == OK && use_default_colors() == OK;
	if (!colours)
		return;
	init_pair(PAIR_CODE, COLOR_CYAN, -1);
	init_pair(PAIR_KEYWORD, COLOR_MAGENTA, -1);
	init_pair(PAIR_GOOD, COLOR_GREEN, -1);
	init_pair(PAIR_BAD, COLOR_RED, -1);
}

static void draw_cell(const struct cell *cell)
{
	attr_t attributes = looks[cell->style].attributes;
	wchar_t text[2] = { (wchar_t)cell->code, 0 };
	cchar_t shown;

	/* Dim and coloured text is hard to read reversed. */
	if (cell->reverse)
		attributes = (attributes & A_BOLD) | A_REVERSE;
	setcchar(&shown, text, attributes, colours && !cell->reverse ? (short)looks[cell->style].pair : 0, NULL);
	add_wch(&shown);
}

void draw_screen(const struct screen *s, bool again)
{
	erase();
	for (int row = 0; row < s->rows; row++) {
		for (int col = 0; col < s->cols; col++) {
			const struct cell *cell = &s->cells[row * s->cols + col];

			if (cell->code && (cell->code != ' ' || cell->style || cell->reverse)) {
				move(row, col);
				draw_cell(cell);
			}
		}
	}
	if (again)
		clearok(curscr, TRUE);
	refresh();
}
