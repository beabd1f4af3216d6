/* image.h - the output of an exercise that is worth looking at: the field `picture` of its definition. */
#ifndef WARPBOOK_CATALOG_IMAGE_H
#define WARPBOOK_CATALOG_IMAGE_H

#include "catalog/catalog.h"

/*
 * GREY: 0 is black, 255 white. FIRE: from the lowest value, black, over red and yellow to the highest, white. STEPS: the same,
 * but the highest is black. RGB: 0xRRGGBB, or three elements for each pixel. CELLS: 0 is dead, 1 alive.
 */
enum image_colours { IMAGE_GREY, IMAGE_FIRE, IMAGE_STEPS, IMAGE_RGB, IMAGE_CELLS };

struct exercise_image {
	size_t param;                /* the array */
	enum image_colours colours;
	struct exercise_case *c;     /* the case to look at, which no check uses; it lives in the arena */
};

/* Has it one? */
bool exercise_draws(const struct exercise *e);
/* Reads `picture = { "out", as = "grey", case = { ... } }`; *there: the exercise has one. */
int exercise_image(struct exercise *e, struct arena *arena, bool *there, struct exercise_image *image, struct error *err);

/* ---- cases.c ---- */

/* The case of the table `case` of the table at the top. */
int case_of_table(struct exercise *e, uint64_t seed, struct arena *arena, struct exercise_case **c, struct error *err);

#endif
