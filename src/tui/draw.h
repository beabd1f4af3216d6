/* draw.h - draws the grid of cells on the terminal. */
#ifndef WARPBOOK_TUI_DRAW_H
#define WARPBOOK_TUI_DRAW_H

#include <stdbool.h>

#include "tui/screen.h"
#include "tui/theme.h"

/*
 * Call it after opening the terminal. `wanted` false: only bold, dim and reverse. With 256 colours, themes paint their own
 * background; otherwise, and with THEME_TERMINAL, the terminal's background and text colours stay.
 */
void draw_colours(bool wanted);

/* Draws the screen's links as links, or as plain text, which is the default. */
void draw_with_links(bool wanted);

/* Shows the grid. `again`: redraws every cell, whatever the terminal shows. */
void draw_screen(const struct screen *s, enum theme theme, bool again);

#endif
