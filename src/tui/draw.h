/* draw.h - draws the grid of cells on the terminal. */
#ifndef WARPBOOK_TUI_DRAW_H
#define WARPBOOK_TUI_DRAW_H

#include <stdbool.h>

#include "tui/screen.h"
#include "tui/theme.h"

/*
 * Call it once the terminal is open. `wanted` false: only bold, dim and reverse. With 256 colours, themes paint their own ground;
 * otherwise, and with THEME_TERMINAL, background and text colour stay the terminal's own.
 */
void draw_colours(bool wanted);

/* Whether the screen's links are drawn as such; at first they are not. */
void draw_with_links(bool wanted);

/* Shows the grid. `again`: draws every cell, whatever the terminal shows. */
void draw_screen(const struct screen *s, enum theme theme, bool again);

#endif
