/* frame.h - puts the open page on the screen: title bar, panels, status line; and finds what the mouse points at. */
#ifndef WARPBOOK_TUI_FRAME_H
#define WARPBOOK_TUI_FRAME_H

#include "tui/view.h"

/* Draws the model's current page, and sets the page's extent in the model. -1: out of memory. */
int frame_draw(struct model *m, struct screen *s);

/*
 * Handles the mouse at a cell of the window: key is KEYCODE_CLICK or KEYCODE_WHEEL_*. A click chooses a row of the menu, or opens
 * it if it is already chosen; elsewhere it chooses the panel. The wheel scrolls the panel under the pointer.
 */
void frame_mouse(struct model *m, int key, int row, int col);

/* ---- bar.c ---- */

void bar_draw(const struct model *m, struct screen *s);
/* position: "lines 1-20 of 31", at the right end if there is room. */
void status_draw(const struct model *m, struct screen *s, int row, const char *position);

/* ---- for mouse.c ---- */

/* The panels of the open page in this window. */
struct layout frame_layout(const struct model *m);
/* The line of the column beside the page, which has been written, in that row of it. */
int frame_side_line(const struct page *p, const struct layout *l, int row);

#endif
