/*
 * layout.c - the arithmetic of layout.h.
 *
 * Text wider than a book's page is hard to read, so in a wide window the body
 * has BODY_MAX_COLS columns and the rest stays empty.
 */
#include "config.h"

#include "tui/layout.h"

#define MARGIN 2
#define BODY_MAX_COLS 100
#define NEIGHBOURS 2

struct layout layout_of(int rows, int cols)
{
	struct layout l = { .too_small = rows < LAYOUT_MIN_ROWS || cols < LAYOUT_MIN_COLS };

	l.top = 2;
	l.left = MARGIN;
	l.rows = rows - 4;
	l.cols = cols - 2 * MARGIN;
	if (l.cols > BODY_MAX_COLS)
		l.cols = BODY_MAX_COLS;
	l.status = rows - 1;
	return l;
}

int layout_clamp(int scroll, int lines, int rows)
{
	int last = lines > rows ? lines - rows : 0;

	return scroll < 0 ? 0 : scroll > last ? last : scroll;
}

int layout_show(int scroll, int line, int lines, int rows)
{
	int near = rows > 2 * NEIGHBOURS ? NEIGHBOURS : 0;

	if (line - near < scroll)
		scroll = line - near;
	if (line + near >= scroll + rows)
		scroll = line + near - rows + 1;
	return layout_clamp(scroll, lines, rows);
}
