/* layout.h - the positions of things in a window of a given size: arithmetic only. */
#ifndef WARPBOOK_TUI_LAYOUT_H
#define WARPBOOK_TUI_LAYOUT_H

#include <stdbool.h>

#define LAYOUT_MIN_ROWS 16
#define LAYOUT_MIN_COLS 60

/*
 *	row 0            title bar
 *	row 2            body, `rows` of them, `cols` wide from column `left`
 *	last row         status line
 */
struct layout {
	bool too_small;
	int top, left, rows, cols;
	int status;
};

struct layout layout_of(int rows, int cols);

/* The nearest first line to `scroll` that leaves no needless gap below the last of `lines`. */
int layout_clamp(int scroll, int lines, int rows);

/* The nearest first line to `scroll` that shows `line` and, where there is room, its neighbours. */
int layout_show(int scroll, int line, int lines, int rows);

#endif
