/* layout.c - the arithmetic of layout.h. */
#include "config.h"

#include "tui/layout.h"

#define NEIGHBOURS 2
#define SOURCE_ROWS_LEAST 20 /* the least for a window that shows the file above the page */

static struct rect inside(struct rect frame)
{
	return (struct rect){ frame.row + 1, frame.col + 2, frame.rows - 2, frame.cols - 4 };
}

/* The column of facts: a third of the window, neither too narrow to read nor wider than its text. */
static int side_cols(int cols)
{
	int third = cols / 3;

	return third < 38 ? 38 : third > 64 ? 64 : third;
}

/* The frames of two panels side by side share a column. */
static void beside(struct rect all, int left_cols, struct rect *left, struct rect *right)
{
	*left = *right = all;
	left->cols = left_cols;
	right->col = all.col + left_cols - 1;
	right->cols = all.cols - left_cols + 1;
}

struct layout layout_of(int rows, int cols, enum layout_kind kind)
{
	struct layout l = { .too_small = rows < LAYOUT_MIN_ROWS || cols < LAYOUT_MIN_COLS, .status = rows - 1 };
	struct rect all = { 1, 0, rows - 2, cols };

	l.framed = rows >= LAYOUT_FRAME_ROWS && cols >= LAYOUT_FRAME_COLS;
	if (!l.framed) {
		l.page = (struct rect){ 1, 1, rows - 2, cols - 2 };
		return l;
	}
	l.frame_page = all;
	if (kind == LAYOUT_SIDE && cols >= LAYOUT_SIDE_COLS) {
		beside(all, cols - side_cols(cols), &l.frame_page, &l.frame_side);
	} else if (kind == LAYOUT_SOURCE && cols >= LAYOUT_BESIDE_COLS) {
		beside(all, cols * 11 / 20, &l.frame_source, &l.frame_page);
	} else if (kind >= LAYOUT_SOURCE && rows >= SOURCE_ROWS_LEAST) {
		l.frame_source = l.frame_page = all;
		l.frame_source.rows = all.rows * 9 / 20;
		l.frame_page.row = all.row + l.frame_source.rows - 1;
		l.frame_page.rows = all.rows - l.frame_source.rows + 1;
	}
	l.page = inside(l.frame_page);
	if (l.frame_side.rows)
		l.side = inside(l.frame_side);
	if (l.frame_source.rows)
		l.source = inside(l.frame_source);
	return l;
}

void layout_divide(struct layout *l, int rows, int cols)
{
	bool below = l->source.rows && l->source.col == l->page.col;
	int all = l->frame_page.rows;

	if (below || !l->framed || rows < LAYOUT_LOWER_ROWS || cols < LAYOUT_LOWER_COLS)
		return;
	l->frame_lower = l->frame_page;
	l->frame_page.rows = all * 3 / 5;
	l->frame_lower.row += l->frame_page.rows - 1;
	l->frame_lower.rows = all - l->frame_page.rows + 1;
	l->page = inside(l->frame_page);
	l->lower = inside(l->frame_lower);
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
