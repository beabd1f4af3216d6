/* image.c - see image.h. */
#include "config.h"

#include "draw/image.h"

#include <math.h>
#include <stdlib.h>

#include "base/language.h"
#include "bench/bench.h"
#include "judge/judge.h"
#include "toolchain/python/numba.h"

#define WIDTH 78

/* ---- colours ---------------------------------------------------------------------------------- */

static uint32_t rgb(double r, double g, double b)
{
	const double parts[] = { r, g, b };
	uint32_t all = 0;

	for (int i = 0; i < 3; i++)
		all = all << 8 | (uint32_t)(255 * fmin(fmax(parts[i], 0), 1) + 0.5);
	return all;
}

/* Black, red, yellow, white. */
static uint32_t fire(double share)
{
	return rgb(3 * share, 3 * share - 1, 3 * share - 2);
}

/* low, high: of all elements. */
static uint32_t colour_of(enum image_colours colours, double v, double low, double high)
{
	const double share = high > low ? (v - low) / (high - low) : 0;

	switch (colours) {
	case IMAGE_GREY: return rgb(v / 255, v / 255, v / 255);
	case IMAGE_FIRE: return fire(share);
	case IMAGE_STEPS: return v >= high ? 0 : fire(pow(share, 0.5));
	case IMAGE_CELLS: return v > 0 ? 0x5FD75F : 0x1C1C1C;
	case IMAGE_RGB: break;
	}
	return v >= 0 && v <= 0xFFFFFF ? (uint32_t)v : 0;
}

int image_colour(uint32_t c)
{
	static const int steps[] = { 0, 95, 135, 175, 215, 255 };
	int part[3], cube = 16, grey = ((int)(c >> 16 & 255) + (int)(c >> 8 & 255) + (int)(c & 255)) / 3;
	int off = 0, off_grey = 0, shade = grey < 8 ? 0 : (grey - 3) / 10;

	shade = shade > 23 ? 23 : shade;
	for (int i = 0; i < 3; i++) {
		int want = (int)(c >> (16 - 8 * i) & 255), near = 0;

		for (int k = 1; k < 6; k++)
			if (abs(steps[k] - want) < abs(steps[near] - want))
				near = k;
		part[i] = near;
		off += (steps[near] - want) * (steps[near] - want);
		off_grey += (8 + 10 * shade - want) * (8 + 10 * shade - want);
	}
	cube += 36 * part[0] + 6 * part[1] + part[2];
	return off_grey < off ? 232 + shade : cube;
}

const char *image_shade(uint32_t above, uint32_t below, bool ascii)
{
	static const char *const plain[] = { " ", ".", ":", "-", "=", "+", "*", "#", "%", "@" };
	static const char *const blocks[] = { " ", "░", "▒", "▓", "█" };
	const double sum = 0.30 * ((above >> 16 & 255) + (below >> 16 & 255)) + 0.59 * ((above >> 8 & 255) + (below >> 8 & 255)) +
			   0.11 * ((above & 255) + (below & 255));
	const int shades = ascii ? 10 : 5, i = (int)(sum / 511 * shades);

	return (ascii ? plain : blocks)[i < shades ? i : shades - 1];
}

/* ---- making it ---------------------------------------------------------------------------------- */

static void pixels_fill(struct image *im, const struct exercise_image *as, enum value_type type, const uint8_t *bytes,
			size_t each)
{
	const size_t n = im->rows * im->cols;
	double low = INFINITY, high = -INFINITY;

	for (size_t i = 0; i < n * each; i++) {
		double v = judge_value(type, bytes, i);

		low = v < low ? v : low;
		high = v > high ? v : high;
	}
	for (size_t i = 0; i < n; i++)
		im->pixels[i] = each == 3 ? rgb(judge_value(type, bytes, 3 * i) / 255, judge_value(type, bytes, 3 * i + 1) / 255,
						judge_value(type, bytes, 3 * i + 2) / 255)
					  : colour_of(as->colours, judge_value(type, bytes, i), low, high);
}

int image_of(struct exercise *e, const struct build *b, const struct target *target, struct arena *arena, struct image **image,
	     struct error *err)
{
	const struct case_result *result;
	struct exercise_image as;
	const struct case_arg *arg;
	enum value_type type;
	struct image *im;
	size_t each;
	bool there;

	*image = NULL;
	if (exercise_image(e, arena, &there, &as, err))
		return -1;
	if (!there)
		return 0;
	if (bench_run(e, as.c, b, target, 0, PARTY_LEARNER, arena, &result, err))
		return -1;
	arg = &as.c->args[as.param];
	type = e->params[as.param].type;
	each = as.colours == IMAGE_RGB && arg->shape[2] == 3 ? 3 : 1;
	im = arena_alloc(arena, sizeof *im);
	if (!im)
		return error_nomem(err);
	*im = (struct image){ arena_strdup(arena, e->params[as.param].name), as.c->name, arg->shape[0], arg->shape[1],
			      arena_array(arena, arg->shape[0] * arg->shape[1], sizeof *im->pixels) };
	if (!im->pixels || !im->name)
		return error_nomem(err);
	if (as.param >= result->nbuffers || result->buffers[as.param].len < im->rows * im->cols * each * value_type_bytes(type))
		return error_set(err, PARTY_LEARNER, "'%s' left no picture in %s", e->name, im->name);
	pixels_fill(im, &as, type, result->buffers[as.param].bytes, each);
	*image = im;
	return 0;
}

int image_make(const char *id, const char *path, const char *compiler, struct arena *arena, struct image **image,
	       struct error *err)
{
	struct exercise_image as;
	struct compiler found;
	struct target target;
	struct exercise *e;
	struct build build;
	bool there = false;
	int status;

	*image = NULL;
	if (exercise_open_for(&e, id, path, err))
		return -1;
	status = exercise_image(e, arena, &there, &as, err);
	if (!status && there) {
		status = target_choose(&target, "vm", err) || compiler_find_for(&found, path, compiler, err) ? -1 : 0;
		if (!status) {
			status = build_run(&build, e, path, &found, 0, arena, err) != VERDICT_PASSED ||
				 image_of(e, &build, &target, arena, image, err) ? -1 : 0;
			build_release(&build);
		}
	}
	exercise_close(e);
	return status;
}

/* ---- drawing ---------------------------------------------------------------------------------------- */

struct image *image_fit(const struct image *image, size_t cols, struct arena *arena)
{
	struct image *im = arena_alloc(arena, sizeof *im);

	if (!im)
		return NULL;
	*im = *image;
	if (cols >= image->cols)
		return im;
	im->cols = cols ? cols : 1;
	im->rows = (image->rows * im->cols + image->cols - 1) / image->cols;
	im->pixels = arena_array(arena, im->rows * im->cols, sizeof *im->pixels);
	if (!im->pixels)
		return NULL;
	for (size_t i = 0; i < im->rows * im->cols; i++) {
		const size_t top = i / im->cols * image->rows / im->rows, bottom = (i / im->cols + 1) * image->rows / im->rows;
		const size_t left = i % im->cols * image->cols / im->cols, right = (i % im->cols + 1) * image->cols / im->cols;
		uint64_t sum[3] = { 0 }, n = 0;

		for (size_t r = top; r < bottom; r++)
			for (size_t c = left; c < right; c++, n++)
				for (int k = 0; k < 3; k++)
					sum[k] += image->pixels[r * image->cols + c] >> (16 - 8 * k) & 255;
		for (int k = 0; k < 3 && n; k++)
			im->pixels[i] = im->pixels[i] << 8 | (uint32_t)(sum[k] / n);
	}
	return im;
}

static void row_text(const struct image *im, size_t row, bool ascii, bool colour, struct buf *out)
{
	const uint32_t *above = im->pixels + row * im->cols, *below = row + 1 < im->rows ? above + im->cols : NULL;
	int last = -1;

	buf_puts(out, "  ");
	for (size_t c = 0; c < im->cols; c++) {
		const int top = image_colour(above[c]), bottom = below ? image_colour(below[c]) : -1, pair = top * 257 + bottom;

		if (colour && pair != last && bottom < 0)
			buf_printf(out, "\033[49;38;5;%dm", top);
		else if (colour && pair != last)
			buf_printf(out, "\033[38;5;%d;48;5;%dm", top, bottom);
		buf_puts(out, colour ? "▀" : image_shade(above[c], below ? below[c] : above[c], ascii));
		last = pair;
	}
	buf_puts(out, colour ? "\033[0m\n" : "\n");
}

void image_text(const struct image *image, bool ascii, bool colour, struct buf *out)
{
	struct arena arena = { 0 };
	const struct image *im = image_fit(image, WIDTH - 2, &arena);

	buf_printf(out, _("%s with %s\n"), image->name, image->case_name);
	for (size_t row = 0; im && row < im->rows; row += 2)
		row_text(im, row, ascii, colour && !ascii, out);
	out->failed |= !im;
	arena_release(&arena);
}

void image_svg(const struct image *im, int x, int y, int side, struct buf *out)
{
	for (size_t r = 0; r < im->rows; r++)
		for (size_t c = 0, n; c < im->cols; c += n) {
			const uint32_t *at = im->pixels + r * im->cols + c;

			for (n = 1; c + n < im->cols && at[n] == *at; n++)
				;
			buf_printf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%06x\"/>\n",
				   x + side * (int)c, y + side * (int)r, side * (int)n, side, (unsigned)*at);
		}
}

json_t *image_json(const struct image *im)
{
	json_t *rows = json_array();
	struct buf row = BUF_INIT;

	for (size_t r = 0; r < im->rows; r++) {
		for (size_t c = 0; c < im->cols; c++)
			buf_printf(&row, "%06x", (unsigned)im->pixels[r * im->cols + c]);
		json_array_append_new(rows, json_string(buf_text(&row)));
		buf_clear(&row);
	}
	buf_release(&row);
	return json_pack("{s:s, s:s, s:I, s:I, s:o}", "name", im->name, "case", im->case_name, "rows",
			 (json_int_t)im->rows, "cols", (json_int_t)im->cols, "pixels", rows);
}
