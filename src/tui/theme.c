/* theme.c - the rows of styles.def, and contrast. */
#include "config.h"

#include "tui/theme.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum ground {
#define STYLE(...)
#define GROUND(id, dark, light, contrast) GROUND_##id,
#include "tui/styles.def"
};

static const int grounds[][3] = {
#define STYLE(...)
#define GROUND(id, dark, light, contrast) [GROUND_##id] = { dark, light, contrast },
#include "tui/styles.def"
};

static const struct { char letter; enum ground on; int colours[3]; } rows[STYLE_COUNT] = {
#define STYLE(id, letter, attributes, on, dark, light, contrast) \
	[STYLE_##id] = { letter, GROUND_##on, { dark, light, contrast } },
#include "tui/styles.def"
};

static const char *const names[THEME_COUNT] = {
	[THEME_DARK] = "dark", [THEME_LIGHT] = "light", [THEME_CONTRAST] = "contrast", [THEME_TERMINAL] = "terminal",
};

const char *theme_name(enum theme theme)
{
	return names[theme];
}

/* The theme with that name; THEME_COUNT if there is none. */
static enum theme theme_named(const char *name)
{
	enum theme t = 0;

	while (t < THEME_COUNT && strcmp(names[t], name))
		t++;
	return t;
}

enum theme theme_wanted(void)
{
	const char *name = getenv("WARPBOOK_THEME"), *colours = getenv("COLORFGBG");
	const char *ground = colours ? strrchr(colours, ';') : NULL;

	if (name && theme_named(name) < THEME_COUNT)
		return theme_named(name);
	return ground && (!strcmp(ground, ";7") || !strcmp(ground, ";15")) ? THEME_LIGHT : THEME_DARK;
}

int theme_colour(enum theme theme, enum style style)
{
	return rows[style].colours[theme];
}

int theme_ground(enum theme theme, enum style style, bool selected)
{
	enum ground on = rows[style].on;

	return grounds[selected && on == GROUND_PAGE ? GROUND_SELECTED : on][theme];
}

char theme_letter(enum style style)
{
	return rows[style].letter;
}

static double channel(int value)
{
	double c = value / 255.0;

	return c <= 0.03928 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

double theme_luminance(int colour)
{
	static const int steps[] = { 0, 95, 135, 175, 215, 255 };
	int grey = 8 + 10 * (colour - 232), c = colour - 16;

	if (colour >= 232)
		return channel(grey);
	return 0.2126 * channel(steps[c / 36]) + 0.7152 * channel(steps[c / 6 % 6]) + 0.0722 * channel(steps[c % 6]);
}

double theme_contrast(int a, int b)
{
	double x = theme_luminance(a), y = theme_luminance(b);

	return x > y ? (x + 0.05) / (y + 0.05) : (y + 0.05) / (x + 0.05);
}
