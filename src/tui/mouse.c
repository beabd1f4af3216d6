/* mouse.c - what the mouse points at. */
#include "config.h"

#include "tui/frame.h"

#define WHEEL_LINES 3

static bool is_in(struct rect r, int row, int col)
{
	return r.rows && row >= r.row && row < r.row + r.rows && col >= r.col && col < r.col + r.cols;
}

void frame_mouse(struct model *m, int key, int row, int col)
{
	const struct layout l = frame_layout(m);
	const struct view *view = view_now(m);
	struct page side;

	if (l.too_small || m->answered)
		return;
	if (is_in(l.source, row, col) || is_in(l.page, row, col))
		m->file.focus = is_in(l.source, row, col);
	if (key != KEYCODE_CLICK) {
		for (int i = 0; i < WHEEL_LINES; i++)
			model_key(m, key == KEYCODE_WHEEL_UP ? KEYCODE_UP : KEYCODE_DOWN);
	} else if (view->click && is_in(l.page, row, col)) {
		view->click(m, model_scroll(m) + row - l.page.row);
	} else if (view->click_side && is_in(l.side, row, col)) {
		page_init(&side, l.side.cols, m->ascii);
		view->side(m, &side);
		view->click_side(m, frame_side_line(&side, &l, row - l.side.row));
		page_release(&side);
	}
}
