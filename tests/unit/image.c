/* image.c - the colours of a terminal, a smaller image, and an image as text, SVG and JSON. */
#include "config.h"

#include <string.h>

#include "draw/image.h"
#include "tap/tap.h"

static void test_colours(void)
{
	ok(image_colour(0) == 16 && image_colour(0xFFFFFF) == 231, "black and white are in the cube");
	ok(image_colour(0xFF0000) == 196 && image_colour(0x5FD75F) == 77, "so are pure colours");
	ok(image_colour(0x808080) == 244 && image_colour(0x1C1C1C) == 234, "greys are in the ramp");
	ok(image_colour(0xFE0101) == 196, "others are the nearest");
	is_text(image_shade(0, 0, true), " ", "a dark pixel is blank");
	is_text(image_shade(0xFFFFFF, 0xFFFFFF, true), "@", "a bright one is not");
	is_text(image_shade(0xFFFFFF, 0, false), "▒", "two pixels have their mean");
}

static void test_drawing(void)
{
	uint32_t pixels[] = { 0xFF0000, 0xFF0000, 0x0000FF, 0x0000FF, 0xFF0000, 0xFF0000, 0x0000FF, 0x0000FF, 0, 0, 0xFFFFFF,
			      0xFFFFFF };
	const struct image im = { "out", "n = 4", 3, 4, pixels };
	struct arena arena = { 0 };
	struct image *small = image_fit(&im, 2, &arena);
	struct buf text = BUF_INIT;
	json_t *json;

	ok(small && small->cols == 2 && small->rows == 2 && small->pixels[0] == 0xFF0000 && small->pixels[1] == 0x0000FF,
	   "a smaller image has the mean colours");
	ok(image_fit(&im, 90, &arena)->cols == 4, "an image is not made larger");
	image_text(&im, true, false, &text);
	is_text(buf_text(&text), "out with n = 4\n  ::..\n    @@\n", "two rows of pixels are a line of text");
	buf_clear(&text);
	image_text(&im, false, true, &text);
	ok(strstr(buf_text(&text), "\033[38;5;196;48;5;196m▀▀\033[38;5;21;48;5;21m▀▀\033[0m\n") &&
	   strstr(buf_text(&text), "\033[49;38;5;16m▀▀"),
	   "in colours each has two; the last row may be half");
	buf_clear(&text);
	image_svg(&im, 10, 20, 5, &text);
	ok(strstr(buf_text(&text), "<rect x=\"20\" y=\"20\" width=\"10\" height=\"5\" fill=\"#0000ff\"/>"),
	   "neighbours of one colour are one rectangle");
	json = image_json(&im);
	is_text(json_string_value(json_array_get(json_object_get(json, "pixels"), 2)), "000000000000ffffffffffff",
		"JSON has a text for each row");
	json_decref(json);
	buf_release(&text);
	arena_release(&arena);
}

int main(void)
{
	test_colours();
	test_drawing();
	return tap_done();
}
