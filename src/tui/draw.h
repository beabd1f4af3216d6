/* draw.h - the grid of cells onto the terminal. */
#ifndef WARPBOOK_TUI_DRAW_H
#define WARPBOOK_TUI_DRAW_H

#include <stdbool.h>

#include "tui/screen.h"

/* Called once the terminal is open: with colours, or with bold, dim and reverse alone. */
void draw_colours(bool wanted);

/* Shows the grid. `again`: draws every cell, whatever the terminal shows. */
void draw_screen(const struct screen *s, bool again);

#endif
