/*
 * screen.h - the window as a grid of cells in memory.
 *
 * Views write only here; draw.c copies the grid to the terminal, and the tests read it
 * as text. Its content is always safe to show: control bytes and invalid UTF-8 become
 * '?', and a grid for a terminal without UTF-8 has only ASCII. Text that does
 * not fit is cut.
 */
#ifndef WARPBOOK_TUI_SCREEN_H
#define WARPBOOK_TUI_SCREEN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "lesson/lesson.h"

struct cell {
	uint32_t code;      /* the character; 0 is the right half of a wide one */
	enum style style;
	bool reverse;       /* shown with foreground and background exchanged */
	unsigned char arms; /* of a frame: see screen_edge */
};

/* A style of an image: the colours of two pixels, one above the other, from 0 to 255. */
#define STYLE_PIXELS(above, below) ((enum style)(STYLE_COUNT + 256 * (above) + (below)))

#define SCREEN_LINKS 4

/* Cells of one row that link to a file. */
struct screen_link { int row, col, cols; const char *path; };

struct screen {
	int rows, cols;
	bool ascii;
	struct cell *cells; /* rows * cols, row by row */
	struct screen_link links[SCREEN_LINKS]; int nlinks; /* until screen_clear; the caller owns the paths */
};

/* A zeroed struct is a valid screen of 0x0. Resizing empties it. */
int screen_resize(struct screen *s, int rows, int cols, bool ascii);
void screen_release(struct screen *s);
void screen_clear(struct screen *s);

/* Writes from (row, col) to the right; returns the column after the last one written. */
int screen_put(struct screen *s, int row, int col, enum style style, const char *text);
/* The same up to the column `limit`, without the text's first `skip` columns. */
int screen_put_within(struct screen *s, int row, int col, int limit, int skip, enum style style, const char *text);
/*
 * A piece of a frame: lines from the middle of the cell in these directions. A cell that has such lines keeps them, so
 * that frames which share an edge are joined.
 */
enum { ARM_UP = 1, ARM_DOWN = 2, ARM_LEFT = 4, ARM_RIGHT = 8 };
void screen_edge(struct screen *s, int row, int col, enum style style, unsigned arms);
/* Makes the text a link to `path` in each row that has it, at most SCREEN_LINKS times. */
void screen_link(struct screen *s, const char *text, const char *path);
/* Marks cells as under the cursor. */
void screen_reverse(struct screen *s, int row, int from, int cols);
/* Fills a row with blanks of that style. */
void screen_fill(struct screen *s, int row, enum style style);

/* The rows as lines without trailing blanks; with `styles`, a letter for each cell's style instead. */
void screen_dump(const struct screen *s, bool styles, struct buf *out);

#endif
