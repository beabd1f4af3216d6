/* layout.h - the positions of things in a window of a given size: arithmetic only. */
#ifndef WARPBOOK_TUI_LAYOUT_H
#define WARPBOOK_TUI_LAYOUT_H

#include <stdbool.h>

#define LAYOUT_MIN_ROWS 12
#define LAYOUT_MIN_COLS 40
/* From this size on, panels have frames. */
#define LAYOUT_FRAME_ROWS 16
#define LAYOUT_FRAME_COLS 60
/* From this width on, there is a column beside the page, or the learner's file beside the text. */
#define LAYOUT_SIDE_COLS 110
#define LAYOUT_BESIDE_COLS 120
/* From this width on, there is the file beside a table of its lines. */
#define LAYOUT_TABLE_COLS 170
/* From this size on, there may be a panel below the page. */
#define LAYOUT_LOWER_COLS 150
#define LAYOUT_LOWER_ROWS 44

struct rect { int row, col, rows, cols; }; /* rows 0: not shown */

enum layout_kind {
	LAYOUT_PAGE,   /* only the page */
	LAYOUT_SIDE,   /* with a column of facts, if there is room */
	LAYOUT_SOURCE, /* with the learner's file: beside the page if there is room, otherwise above it, otherwise not shown */
	LAYOUT_ABOVE,  /* the same, but never beside: the page needs the full width */
};

/*
 *	row 0            bar
 *	                 panels: `frame_*` with their borders, which neighbours share, `page` and so on inside
 *	last row         status line
 */
struct layout {
	bool too_small, framed;
	struct rect page, side, source, lower;
	struct rect frame_page, frame_side, frame_source, frame_lower; /* rows 0 unless framed */
	int status;
};

struct layout layout_of(int rows, int cols, enum layout_kind kind);
/* Gives the lower part of the page to a panel of its own, if the window is large. */
void layout_divide(struct layout *l, int rows, int cols);

/* The first line nearest to `scroll` that leaves no needless gap below the last of `lines`. */
int layout_clamp(int scroll, int lines, int rows);

/* The first line nearest to `scroll` that shows `line` and, if there is room, its neighbours. */
int layout_show(int scroll, int line, int lines, int rows);

#endif
