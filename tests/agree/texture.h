/*
 * texture.h - the cases that compare textures with a GPU: the texture, the way to read it, and
 * texels and coordinates made from a seed. texture_gpu.cu runs them on a GPU and stores the results;
 * texture.c runs them on the vm and compares. C and C++ both read this file.
 */
#ifndef WARPBOOK_AGREE_TEXTURE_H
#define WARPBOOK_AGREE_TEXTURE_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define SAMPLES 64

enum source { ARRAY, LINEAR, PITCH2D };
enum content { SIGNED, UNSIGNED, FLOAT };
enum mode { WRAP, CLAMP, MIRROR, BORDER };

struct texture_case {
	char kernel[16];            /* of texture_kernels.cu */
	enum source source;
	int dims, layers;           /* layers: 0 if it is not layered */
	int width, height, depth;   /* 0 beyond its dimensions */
	enum content content;
	int bits, channels;
	enum mode mode;
	int linear, as_float, normalized; /* as_float: integers are read as normalized floats */
	float border;
};

/* ---- the list ---- */

struct texture_list { struct texture_case cases[512]; int n; };

static struct texture_case *case_add(struct texture_list *l, const char *kernel, int dims, enum content content, int bits,
				     int channels)
{
	struct texture_case *c = &l->cases[l->n++];

	memset(c, 0, sizeof *c);
	snprintf(c->kernel, sizeof(c->kernel), "%s", kernel);
	c->dims = dims;
	c->width = 13;
	c->height = dims > 1 ? 7 : 0;
	c->depth = dims > 2 ? 5 : 0;
	c->content = content;
	c->bits = bits;
	c->channels = channels;
	c->mode = CLAMP;
	return c;
}

/* All modes of reading, for one format. */
static void cases_add_modes(struct texture_list *l, enum content content, int bits, int channels, int sized)
{
	static const char *const kernels[] = { "", "tex1f", "tex2f", "tex3f" };

	for (int dims = 1; dims <= 3; dims++)
		for (int mode = 0; mode < 4; mode++)
			for (int how = 0; how < 4; how++) {
				struct texture_case *c = case_add(l, kernels[dims], dims, content, bits, channels);

				c->mode = (enum mode)mode;
				c->linear = how & 1;
				c->normalized = how >> 1;
				c->as_float = content != FLOAT;
				c->width = dims == 1 && sized ? 1000 : dims == 2 && sized ? 320 : sized ? 32 : 13;
				c->height = dims > 1 && sized ? dims == 2 ? 200 : 16 : c->height;
			}
}

static void cases_add_formats(struct texture_list *l)
{
	static const int channels[] = { 1, 2, 4 };

	for (int content = SIGNED; content <= FLOAT; content++)
		for (int bits = content == FLOAT ? 16 : 8; bits <= 32; bits *= 2)
			for (int k = 0; k < 3; k++) {
				int integer = content != FLOAT;
				struct texture_case *c = case_add(l, integer ? "tex2u" : "tex2f", 2, (enum content)content, bits,
								  channels[k]);

				if (integer && bits == 32)
					continue;
				c = case_add(l, "tex2f", 2, (enum content)content, bits, channels[k]);
				c->as_float = integer;
				c->linear = 1;
				c = case_add(l, "tex1f", 1, (enum content)content, bits, channels[k]);
				c->as_float = integer;
				c->linear = 1;
				c->normalized = 1;
				c->mode = WRAP;
			}
}

static void cases_add_kernels(struct texture_list *l)
{
	static const char *const gathers[] = { "gather0", "gather1", "gather2", "gather3" };
	struct texture_case *c;

	for (int content = SIGNED; content <= FLOAT; content++)
		for (int k = 1; k <= 4; k *= 2) {
			c = case_add(l, content == FLOAT ? "fetchf" : "fetchu", 1, (enum content)content, 32, k);
			c->source = LINEAR;
			c = case_add(l, content == FLOAT ? "fetchf" : "fetchu", 1, (enum content)content, 16, k);
			c->source = LINEAR;
		}
	c = case_add(l, "fetchf", 1, UNSIGNED, 8, 4);
	c->source = LINEAR;
	c->as_float = 1;
	for (int k = 0; k < 4; k++)
		for (int mode = 0; mode < 4; mode++) {
			c = case_add(l, gathers[k], 2, k & 1 ? UNSIGNED : FLOAT, k & 1 ? 8 : 32, 4);
			c->as_float = k & 1;
			c->mode = (enum mode)mode;
			c->normalized = mode != CLAMP;
		}
	for (int linear = 0; linear < 2; linear++)
		for (int mode = 0; mode < 4; mode++) {
			c = case_add(l, "layer1", 1, FLOAT, 32, 1);
			c->layers = 3;
			c->linear = linear;
			c->mode = (enum mode)mode;
			c->normalized = mode != CLAMP;
			c = case_add(l, "layer2", 2, FLOAT, 32, 2);
			c->layers = 3;
			c->linear = linear;
			c->mode = (enum mode)mode;
			c->normalized = mode != CLAMP;
			c = case_add(l, "tex2f", 2, FLOAT, 32, 1);
			c->source = PITCH2D;
			c->linear = linear;
			c->mode = (enum mode)mode;
			c->normalized = mode != CLAMP;
			c = case_add(l, "tex2f", 2, FLOAT, 32, 4);
			c->linear = linear;
			c->mode = BORDER;
			c->border = 0.25f;
			c->normalized = mode & 1;
		}
	for (int dims = 1; dims <= 3; dims++) {
		static const char *const levels[] = { "", "level1", "level2", "level3" };
		static const char *const grads[] = { "", "grad1", "grad2", "grad3" };

		case_add(l, levels[dims], dims, FLOAT, 32, 1)->linear = 1;
		case_add(l, grads[dims], dims, FLOAT, 32, 1)->linear = 1;
		case_add(l, levels[dims], dims, UNSIGNED, 8, 4)->as_float = 1;
	}
}

static void texture_list_make(struct texture_list *l)
{
	l->n = 0;
	cases_add_modes(l, FLOAT, 32, 1, 0);
	cases_add_modes(l, UNSIGNED, 8, 4, 1);
	cases_add_formats(l);
	cases_add_kernels(l);
}

/* ---- contents ---- */

static uint64_t random_next(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

static size_t case_texels(const struct texture_case *c)
{
	return (size_t)c->width * (size_t)(c->height ? c->height : 1) * (size_t)(c->depth ? c->depth : 1) *
	       (size_t)(c->layers ? c->layers : 1);
}

static size_t case_bytes(const struct texture_case *c)
{
	return case_texels(c) * (size_t)c->channels * (size_t)c->bits / 8;
}

/* Floats are in [-1, 1) with all bits of their fraction, halves finite and normal. */
static void case_fill(const struct texture_case *c, int number, void *to)
{
	uint64_t state = 1000 + (uint64_t)number, z;
	uint8_t *out = (uint8_t *)to;
	size_t elem = (size_t)c->bits / 8;

	for (size_t i = 0; i < case_bytes(c); i += elem) {
		z = random_next(&state);
		if (c->content == FLOAT && c->bits == 32) {
			float f = (float)((double)(int64_t)z / 9223372036854775808.0);

			memcpy(out + i, &f, 4);
		} else if (c->content == FLOAT) {
			uint16_t h = (uint16_t)((z & 0x83ff) | (10 + (z >> 32) % 8) << 10);

			memcpy(out + i, &h, 2);
		} else {
			memcpy(out + i, &z, elem);
		}
	}
}

static float random_coordinate(uint64_t *state, int kind, int size)
{
	uint64_t z = random_next(state);
	double u = (double)(z >> 11) / 9007199254740992.0, whole = floor(u * (3 * size) - size);
	float f = (float)whole;

	switch (kind) {
	case 0: case 1: return (float)(u * size);
	case 2: return (float)(u * (4 * size) - 1.5 * size);
	case 3: return f + 0.5f;
	case 4: return f;
	case 5: return f + (float)(z & 511) / 512;
	case 6: return nextafterf(f, z & 1 ? 1e9f : -1e9f);
	default: return f + (float)(z & 4095) / 4096;
	}
}

struct sample { float at[3]; int32_t layer; };

/* A fetch's index is at[0], as bits. */
static void case_samples(const struct texture_case *c, int number, struct sample *s)
{
	int size[3] = { c->width, c->height, c->depth };
	uint64_t state = 77777 + (uint64_t)number;

	memset(s, 0, SAMPLES * sizeof *s);
	for (int i = 0; i < SAMPLES; i++) {
		for (int d = 0; d < c->dims; d++) {
			s[i].at[d] = random_coordinate(&state, i % 8, size[d]);
			if (c->normalized)
				s[i].at[d] /= (float)size[d];
		}
		if (i >= SAMPLES - 4)
			s[i].at[0] = i & 1 ? -1e9f : 1e9f;
		if (i >= SAMPLES - 2)
			s[i].at[0] = i & 1 ? NAN : INFINITY;
		s[i].layer = (int32_t)(random_next(&state) % 5) - 1;
		if (c->source == LINEAR) {
			int32_t index = (int32_t)(random_next(&state) % 20) - 3;

			memcpy(&s[i].at[0], &index, 4);
		}
	}
}

#endif
