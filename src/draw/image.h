/*
 * image.h - what a program draws: an output of an exercise as a picture in colours, if the exercise says that it is one
 * (catalog/image.h).
 *
 * In text each character is two pixels, one above the other; without colours it is a shade of grey.
 */
#ifndef WARPBOOK_DRAW_IMAGE_H
#define WARPBOOK_DRAW_IMAGE_H

#include <jansson.h>
#include <stdint.h>

#include "bench/build.h"
#include "bench/target.h"
#include "catalog/image.h"

struct image {
	const char *name;            /* of the array */
	const char *case_name;
	size_t rows, cols;
	uint32_t *pixels;            /* 0xRRGGBB, row after row */
};

/* Runs the build on the exercise's picture. *image NULL: the exercise has none. Everything lives in the arena. */
int image_of(struct exercise *e, const struct build *b, const struct target *target, struct arena *arena, struct image **image,
	     struct error *err);
/* The same for a file: for an exercise without a picture it compiles nothing. */
int image_make(const char *id, const char *path, const char *compiler, struct arena *arena, struct image **image,
	       struct error *err);

/* ---- drawing ---- */

/* The mean colour of each pixel of the smaller image that has at most so many columns; NULL: out of memory. */
struct image *image_fit(const struct image *image, size_t cols, struct arena *arena);
/* The nearest of the 256 colours of a terminal, from 16 on. */
int image_colour(uint32_t rgb);
/* A character for the brightness of two pixels. */
const char *image_shade(uint32_t above, uint32_t below, bool ascii);

/* Lines of at most 80 columns; `colour`: with a terminal's 256 colours. */
void image_text(const struct image *image, bool ascii, bool colour, struct buf *out);
/* Rectangles, `side` units for each pixel, from (x, y) on. */
void image_svg(const struct image *image, int x, int y, int side, struct buf *out);
/* { name, case, rows, cols, pixels: [ "rrggbb..." a row ] } */
json_t *image_json(const struct image *image);

#endif
