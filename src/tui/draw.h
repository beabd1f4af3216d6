/* draw.h - draws the grid of cells on the terminal. */
#ifndef WARPBOOK_TUI_DRAW_H
#define WARPBOOK_TUI_DRAW_H

#include <stdbool.h>

#include "tui/screen.h"

/* Call it once the terminal is open. `wanted` false: only bold, dim and reverse. */
void draw_colours(bool wanted);

/* Shows the grid. `again`: draws every cell, whatever the terminal shows. */
void draw_screen(const struct screen *s, bool again);

#endif
