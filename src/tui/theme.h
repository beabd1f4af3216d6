/*
 * theme.h - the workbook's colours: styles.def as data, for draw.c and for the test of contrast.
 */
#ifndef WARPBOOK_TUI_THEME_H
#define WARPBOOK_TUI_THEME_H

#include <stdbool.h>

#include "lesson/lesson.h"

enum theme { THEME_DARK, THEME_LIGHT, THEME_CONTRAST, THEME_TERMINAL, THEME_COUNT };

/* "dark", "light", "contrast"; "terminal": the terminal's own background and its 8 colours. */
const char *theme_name(enum theme theme);
/* From WARPBOOK_THEME, otherwise COLORFGBG (which some terminals set to their colours), otherwise dark. */
enum theme theme_wanted(void);

/* Numbers of xterm's 256 colours; selected: the background under the cursor. Not for THEME_TERMINAL. */
int theme_colour(enum theme theme, enum style style);
int theme_ground(enum theme theme, enum style style, bool selected);

/* The contrast of two such colours by the formula of WCAG 2, 1 to 21. Only for 16 to 255, which no terminal's settings change. */
/* From 0, black, to 1, white. */
double theme_luminance(int colour);
double theme_contrast(int a, int b);

/* The style's letter in a dump. */
char theme_letter(enum style style);

#endif
