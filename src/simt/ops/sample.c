/*
 * sample.c - selects the texels for a read of a texture, and combines them.
 *
 * The rules are those of the "CUDA C++ Programming Guide", section "Texture Fetching". We measured what it leaves
 * open on an H200 (tests/agree/texture_gpu.cu); the vm behaves in the same way:
 *
 *	- a normalized coordinate is truncated to 21 bits after the point, then multiplied by the size;
 *	- linear filtering rounds the position of the texel before it, half up, to 1/256;
 *	- the weights of 4 or 8 texels are integers too and add up to 256: by z, then x, then y;
 *	- floats are truncated to 27 bits below the largest exponent among them and added exactly; the sum is
 *	  rounded with halves away from zero, for binary16 texels to binary16;
 *	- integers become 16 bits wide, and so does their sum before it becomes a float; for signed bytes one sum in
 *	  eight differs from the H200's by one step of 1/32767.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "simt/ieee.h"
#include "simt/mem/texture.h"

#define COORDINATE_BITS 21
#define FAR (1ll << 40) /* beyond all texels; no product of it overflows */

/* ---- positions ---- */

/* floor(x * 2^bits), clamped to a safe range. */
static int64_t fixed_of(float x, int bits)
{
	double scaled = floor(ldexp((double)flush32(x), bits));

	if (!(scaled > (double)-FAR))
		return scaled < 0 ? -FAR : 0; /* or NaN */
	return scaled > (double)FAR ? FAR : (int64_t)scaled;
}

static int64_t modulo(int64_t x, int64_t n)
{
	return ((x % n) + n) % n;
}

/* The coordinate in units of 2^-21 texels. */
static int64_t position(const struct simt_texture *t, unsigned d, float x)
{
	int64_t p;

	if (!t->desc.normalized)
		return fixed_of(x, COORDINATE_BITS);
	p = fixed_of(x, COORDINATE_BITS);
	if (t->desc.address[d] == TEXTURE_WRAP)
		p = modulo(p, 1ll << COORDINATE_BITS);
	else if (t->desc.address[d] == TEXTURE_MIRROR)
		p = modulo(p, 2ll << COORDINATE_BITS);
	return p * t->size[d];
}

static enum texture_address address_mode(const struct simt_texture *t, unsigned d)
{
	enum texture_address mode = t->desc.address[d];

	return !t->desc.normalized && (mode == TEXTURE_WRAP || mode == TEXTURE_MIRROR) ? TEXTURE_CLAMP : mode;
}

/* The texel at index i; false: the border. */
static bool index_resolve(const struct simt_texture *t, unsigned d, int64_t i, uint32_t *at)
{
	int64_t n = t->size[d];
	enum texture_address mode = address_mode(t, d);

	*at = 0;
	if (mode == TEXTURE_BORDER && (i < 0 || i >= n))
		return false;
	if (mode == TEXTURE_WRAP) {
		i = modulo(i, n);
	} else if (mode == TEXTURE_MIRROR) {
		i = modulo(i, 2 * n);
		i = i < n ? i : 2 * n - 1 - i;
	}
	*at = (uint32_t)(i < 0 ? 0 : i >= n ? n - 1 : i);
	return true;
}

/* Along one dimension: the nearer texel, the farther one, and the farther one's weight. */
struct axis { uint32_t at[2], weight; bool inside[2]; };

static struct axis axis_locate(const struct simt_texture *t, unsigned d, float x, bool blends)
{
	int64_t p = position(t, d, x), i = p >> COORDINATE_BITS;
	struct axis a = { .weight = 0 };

	if (blends) {
		p = (p - (1ll << (COORDINATE_BITS - 1)) + (1ll << (COORDINATE_BITS - 9))) >> (COORDINATE_BITS - 8);
		i = p >> 8;
		a.weight = address_mode(t, d) == TEXTURE_CLAMP && (i < 0 || i >= t->size[d] - 1) ? 0 : (uint32_t)(p & 255);
		a.inside[1] = index_resolve(t, d, i + 1, &a.at[1]);
	}
	a.inside[0] = index_resolve(t, d, i, &a.at[0]);
	return a;
}

/* Negative numbers wrap to the last layer. */
static uint32_t layer_clamp(const struct simt_texture *t, int32_t layer)
{
	return (uint32_t)layer >= t->layers ? t->layers - 1 : (uint32_t)layer;
}

static struct tap *tap_add(struct footprint *f, bool inside, uint32_t x, uint32_t y, uint32_t z)
{
	struct tap *tap = &f->taps[f->n++];

	*tap = (struct tap){ .border = !inside, .at = { x, y, z } };
	return tap;
}

void footprint_make(const struct simt_texture *t, enum fetch_mode mode, const float at[3], int32_t index, int32_t layer,
		    struct footprint *f)
{
	/* The corners of a gather, in the order of its results. */
	static const uint8_t corners[4][2] = { { 0, 1 }, { 1, 1 }, { 1, 0 }, { 0, 0 } };
	struct axis a[3] = { { .inside = { true, true } }, { .inside = { true, true } }, { .inside = { true, true } } };
	unsigned rows = 1;

	bool corners_wanted = mode == FETCH_GATHER || (mode == FETCH_SAMPLE && t->desc.filter == TEXTURE_LINEAR);

	*f = (struct footprint){ .blends = corners_wanted && mode != FETCH_GATHER };
	if (mode == FETCH_INDEX) {
		tap_add(f, index >= 0 && (uint32_t)index < t->size[0], (uint32_t)index, 0, 0);
		return;
	}
	for (unsigned d = 0; d < t->dims; d++) {
		a[d] = axis_locate(t, d, at[d], corners_wanted);
		f->weight[d] = a[d].weight;
	}
	/* One dimension is a row of two dimensions: read at its edge, where the border begins. */
	if (f->blends && t->dims == 1 && !t->layered && t->desc.address[1] == TEXTURE_BORDER) {
		f->weight[1] = 128;
		a[1].inside[0] = false;
		rows = 2;
	}
	if (t->layered)
		a[2].at[0] = a[2].at[1] = layer_clamp(t, layer);
	for (unsigned k = 0; k < (corners_wanted ? rows << t->dims : 1u); k++) {
		unsigned x = mode == FETCH_GATHER ? corners[k][0] : k & 1, y = mode == FETCH_GATHER ? corners[k][1] : k >> 1 & 1,
			z = k >> 2;

		tap_add(f, a[0].inside[x] && a[1].inside[y] && a[2].inside[z], a[0].at[x], a[1].at[y], a[2].at[z]);
	}
}

/* ---- cubes and levels ---- */

/* The guide's table of faces; if two are equally far, z has priority over y, and y over x. */
void cube_project(const struct simt_texture *t, float at[3], int32_t *layer)
{
	const float x = at[0], y = at[1], z = at[2];
	uint32_t cubes = t->layers / 6, cube = t->cube_layered ? (uint32_t)*layer : 0;
	float m, s, r;
	unsigned face;

	if (fabsf(z) >= fabsf(x) && fabsf(z) >= fabsf(y)) {
		face = z < 0 ? 5 : 4;
		m = fabsf(z), s = z < 0 ? -x : x, r = -y;
	} else if (fabsf(y) >= fabsf(x)) {
		face = y < 0 ? 3 : 2;
		m = fabsf(y), s = x, r = y < 0 ? -z : z;
	} else {
		face = x < 0 ? 1 : 0;
		m = fabsf(x), s = x < 0 ? z : -z, r = -y;
	}
	at[0] = m > 0 ? (s / m + 1) / 2 : 0;
	at[1] = m > 0 ? (r / m + 1) / 2 : 0;
	*layer = (int32_t)((cube < cubes ? cube : cubes - 1) * 6 + face);
}

unsigned levels_choose(const struct simt_texture *t, float lod, uint32_t *weight)
{
	const struct texture_desc *d = &t->desc;
	float most = (float)(t->nlevels - 1);
	unsigned fixed;

	lod = lod > d->level_most ? d->level_most : lod;
	lod = lod > d->level_least ? lod : d->level_least;
	lod = lod > 0 ? lod < most ? lod : most : 0;
	fixed = (unsigned)(lod * 256 + 0.5f);
	*weight = d->level_filter == TEXTURE_LINEAR ? fixed & 255 : 0;
	return d->level_filter == TEXTURE_LINEAR ? fixed >> 8 : (fixed + 128) >> 8;
}

float slopes_level(const struct simt_texture *t, float slope[2][3])
{
	float most = 0;

	for (unsigned k = 0; k < 2; k++) {
		float sum = 0;

		for (unsigned d = 0; d < t->dims; d++)
			sum += slope[k][d] * slope[k][d] * (float)t->size[d] * (float)t->size[d];
		most = sum > most ? sum : most;
	}
	return most > 0 ? log2f(most) / 2 : -126;
}

/* ---- values ---- */

static bool gives_floats(const struct simt_texture *t)
{
	return t->format.kind == TEXEL_FLOAT || (t->desc.read == TEXTURE_NORMALIZED_FLOAT && t->format.bits < 32);
}

static uint32_t float_bits(float f)
{
	uint32_t bits;

	memcpy(&bits, &f, sizeof(bits));
	return bits;
}

static float bits_float(uint32_t bits)
{
	float f;

	memcpy(&f, &bits, sizeof(f));
	return f;
}

/* The integer value that becomes 1. */
static float channel_max(const struct simt_texture *t)
{
	return (float)((1u << (t->format.bits - (t->format.kind == TEXEL_SIGNED))) - 1);
}

/* As a float, or in the form for blending: for integers the number. */
static uint32_t channel_value(const struct simt_texture *t, int32_t number, bool blends)
{
	float f;

	if (!gives_floats(t) || blends)
		return (uint32_t)number;
	f = (float)number / channel_max(t);
	return float_bits(f < -1 ? -1 : f);
}

static uint32_t channel_decode(const struct simt_texture *t, uint32_t raw, bool blends)
{
	unsigned bits = t->format.bits;
	int32_t number = (int32_t)raw;

	if (t->format.kind == TEXEL_FLOAT)
		return bits == 16 ? float_bits(half_to((uint16_t)raw)) : raw;
	if (t->format.kind == TEXEL_SIGNED && bits < 32)
		number = (int32_t)(raw << (32 - bits)) >> (32 - bits);
	return channel_value(t, number, blends);
}

/* As defined by IEC 61966-2-1; alpha stays unchanged. */
static float srgb_decode(unsigned channel, uint8_t raw)
{
	float c = (float)raw / 255;

	return channel == 3 ? c : c <= 0.04045f ? c / 12.92f : powf((c + 0.055f) / 1.055f, 2.4f);
}

void texel_decode(const struct simt_texture *t, const uint8_t *from, bool blends, uint32_t value[4])
{
	unsigned bytes = t->format.bits / 8u;

	for (unsigned k = 0; k < 4; k++) {
		uint32_t raw = 0;

		if (k < t->format.channels)
			memcpy(&raw, from + k * bytes, bytes);
		value[k] = k >= t->format.channels ? 0 : t->desc.srgb ? float_bits(srgb_decode(k, (uint8_t)raw)) :
			   channel_decode(t, raw, blends);
	}
}

/* The border is a texel of the format too: 8 and 16 bits hold the nearest value. */
void texel_border(const struct simt_texture *t, bool blends, uint32_t value[4])
{
	for (unsigned k = 0; k < 4; k++) {
		float b = t->desc.border[k];

		if (k >= t->format.channels)
			value[k] = 0;
		else if (t->format.kind == TEXEL_FLOAT || t->desc.srgb)
			value[k] = float_bits(t->format.bits == 16 ? half_to(half_from((double)b)) : b);
		else if (!gives_floats(t))
			value[k] = float_bits(b);
		else
			value[k] = channel_value(t,
						 (int32_t)ceilf((b > 1 ? 1 : b > -1 ? b : -1) * channel_max(t) - 0.5f), blends);
	}
}

/* ---- blending ---- */

static void weights_make(const struct footprint *f, uint32_t w[8])
{
	const uint32_t parts[2] = { 256 - f->weight[2], f->weight[2] };

	for (unsigned z = 0; z < 2; z++) {
		uint32_t far = (parts[z] * f->weight[0] + 128) >> 8, near = parts[z] - far, *to = w + 4 * z;

		to[3] = (far * f->weight[1] + 128) >> 8;
		to[1] = far - to[3];
		to[0] = (near * (256 - f->weight[1]) + 128) >> 8;
		to[2] = near - to[0];
	}
}

#define KEPT_BITS 27

/* sum * 2^scale with that many bits, halves away from zero. */
static float sum_round(int64_t sum, int scale, int bits)
{
	uint64_t m = sum < 0 ? (uint64_t)-sum : (uint64_t)sum;
	int drop = m ? 64 - __builtin_clzll(m) - bits : 0;
	float f;

	if (drop > 0) {
		m = (m + (1ull << (drop - 1))) >> drop;
		scale += drop;
	}
	f = flush32(ldexpf((float)m, scale));
	return sum < 0 ? -f : f;
}

static float floats_blend(const float *x, const uint32_t *w, unsigned n, int bits)
{
	int most = -126;
	int64_t sum = 0;
	float special = 0;

	for (unsigned k = 0; k < n; k++)
		if (w[k] && !isfinite(x[k]))
			special += x[k];
		else if (w[k] && flush32(x[k]) != 0 && ilogbf(x[k]) > most)
			most = ilogbf(x[k]);
	if (special != 0 || isnan(special))
		return canonical32(special);
	for (unsigned k = 0; k < n; k++)
		if (w[k])
			sum += (int64_t)ldexp((double)flush32(x[k]), KEPT_BITS - most) * (int64_t)w[k];
	return sum_round(sum, most - KEPT_BITS - 8, bits);
}

/* 255 and 127 become 65535 and 32767, and smaller values in proportion. */
static int64_t widen(const struct simt_texture *t, int32_t v)
{
	if (t->format.bits == 16)
		return v;
	return t->format.kind == TEXEL_UNSIGNED ? v * 257 : (v * 32767 + (v < 0 ? -63 : 63)) / 127;
}

static float integers_blend(const struct simt_texture *t, uint32_t taps[8][4], unsigned channel, const uint32_t *w, unsigned n)
{
	int64_t sum = 128;
	float f;

	for (unsigned k = 0; k < n; k++)
		sum += widen(t, (int32_t)taps[k][channel]) * (int64_t)w[k];
	f = (float)(sum >> 8) / (t->format.kind == TEXEL_UNSIGNED ? 65535.0f : 32767.0f);
	return f < -1 ? -1 : f;
}

void footprint_blend(const struct simt_texture *t, const struct footprint *f, uint32_t taps[8][4], uint32_t value[4])
{
	uint32_t w[8];
	float x[8];

	if (!f->blends) {
		memcpy(value, taps[0], 4 * sizeof *value);
		return;
	}
	weights_make(f, w);
	for (unsigned c = 0; c < 4; c++) {
		value[c] = 0;
		if (c >= t->format.channels)
			continue;
		for (unsigned k = 0; k < f->n; k++)
			x[k] = bits_float(taps[k][c]);
		value[c] = float_bits(t->format.kind == TEXEL_FLOAT ||
				      t->desc.srgb ? floats_blend(x, w, f->n, t->format.bits == 16 ? 11 : 24) :
				      integers_blend(t, taps, c, w, f->n));
	}
}
