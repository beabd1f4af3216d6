/*
 * operands.c - the inputs of every form: values at the edges of its types,
 * combined with each other, then random ones. They depend only on the types, so that the
 * stored results need not contain them.
 */
#include "config.h"

#include <string.h>

#include "agree.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

static const uint64_t edges_int[] = {
	0, 1, 2, 3, 4, 5, 7, 8, 10, 15, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 100, 127, 128, 129, 255, 256, 257,
	0x7fff, 0x8000, 0x8001, 0xffff, 0x10000, 0x7fffff, 0x800000, 0xffffff, 0x1000001,
	0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 0x100000000, 0x5555555555555555,
	0xaaaaaaaaaaaaaaaa, 0x7fffffffffffffff, 0x8000000000000000, 0x8000000000000001,
	0xfffffffffffffffe, 0xffffffffffffffff, 0xffffffffffffff80, 0xffffffffffff8000, 0xffffffff80000000,
	0x0123456789abcdef, 0xfedcba9876543210,
};
static const uint64_t edges_f64[] = {
	0, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000000, 0x3fe0000000000000, 0xbfe0000000000000,
	0x3ff8000000000000, 0xbff8000000000000, 0x4004000000000000, 0xc004000000000000, 0x400c000000000000,
	1, 0x8000000000000001, 0x000fffffffffffff, 0x800fffffffffffff, 0x0010000000000000, 0x8010000000000000,
	0x0010000000000001, 0x7fefffffffffffff, 0xffefffffffffffff, 0x7ff0000000000000, 0xfff0000000000000,
	0x7ff8000000000000, 0xfff8000000000000, 0x7ff8000000012345, 0x7ff0000000000001, 0xfff4000000000000,
	0x3fefffffffffffff, 0x3ff0000000000001, 0x41dfffffffc00000, 0x41e0000000000000, 0xc1e0000000000000,
	0x41efffffffe00000, 0x41f0000000000000, 0x43dfffffffffffff, 0x43e0000000000000, 0xc3e0000000000000,
	0x43efffffffffffff, 0x43f0000000000000, 0x405fc00000000000, 0x4060000000000000, 0xc060000000000000,
	0x406fe00000000000, 0x406ff00000000000, 0x40dfffc000000000, 0x40e0000000000000, 0x40efffe000000000,
	0x36a0000000000000, 0x3690000000000000, 0x369fffffffffffff, 0x380fffffffffffff, 0x3810000000000000,
	0x47efffffe0000000, 0x47efffffefffffff, 0x47effffff0000000, 0x3e70000000000000, 0x3e60000000000000,
	0x3f10000000000000, 0x40effc0000000000, 0x40effe0000000000, 0x3ff0000010000000, 0x3ff0000030000000,
	0x4330000000000001, 0x4340000000000000, 0x0008000000000000, 0x400921fb54442d18,
};
static const uint32_t edges_f32[] = {
	0, 0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 0xbf000000, 0x3fc00000, 0xbfc00000, 0x40200000, 0xc0200000,
	0x40600000, 1, 0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x80800000, 0x00800001, 0x00400000,
	0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000, 0x7fc12345, 0x7f800001, 0xffa00000,
	0x7fffffff, 0x3f7fffff, 0x3f800001, 0x4effffff, 0x4f000000, 0xcf000000, 0x4f7fffff, 0x4f800000,
	0x5effffff, 0x5f000000, 0xdf000000, 0x5f7fffff, 0x5f800000, 0x42fe0000, 0x43000000, 0xc3000000, 0x437f0000,
	0x437f8000, 0x46fffe00, 0x47000000, 0x477fff00, 0x477fe000, 0x477ff000, 0x33800000, 0x33000000, 0x33000001,
	0x38800000, 0x387fffff, 0x3f801000, 0x3f803000, 0x3f808000, 0x3f818000, 0x7f7f8000, 0x7f7f7fff, 0x43e00000,
	0x43e80000, 0x3c800000, 0x3a800000, 0x40490fdb, 0x3fc90fdb, 0x4b000001, 0x1a000000, 0x64000000, 0x7e800000,
	0x7e800001, 0x01000000,
};
static const uint16_t edges_f16[] = {
	0, 0x8000, 0x3c00, 0xbc00, 0x3800, 0xb800, 0x3e00, 0xbe00, 0x4100, 0xc100, 0x4300, 1, 0x8001, 0x03ff, 0x83ff,
	0x0400, 0x8400, 0x0401, 0x0200, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0xfe00, 0x7e34, 0x7c01, 0xfd00, 0x7fff,
	0x3bff, 0x3c01, 0x57f0, 0x5800, 0xd800, 0x5bf8, 0x5bfc, 0x77ff, 0x7800, 0x6400, 0x1400, 0x2c00, 0x4248, 0x5f00,
};
static const uint16_t edges_bf16[] = {
	0, 0x8000, 0x3f80, 0xbf80, 0x3f00, 0xbf00, 0x3fc0, 0xbfc0, 0x4020, 0xc020, 0x4060, 1, 0x8001, 0x007f, 0x807f,
	0x0080, 0x8080, 0x0081, 0x0040, 0x7f7f, 0xff7f, 0x7f80, 0xff80, 0x7fc0, 0xffc0, 0x7fd2, 0x7f81, 0xffa0, 0x7fff,
	0x3f7f, 0x3f81, 0x42fe, 0x4300, 0xc300, 0x437f, 0x4380, 0x4f00, 0xcf00, 0x5f00, 0x4049, 0x1a00, 0x6400,
};

/* splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014). */
static uint64_t random_next(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

static uint64_t edge_of(enum ptx_type type, uint64_t pick)
{
	switch (type) {
	case PTX_F64: return edges_f64[pick % COUNT(edges_f64)];
	case PTX_F32: return edges_f32[pick % COUNT(edges_f32)];
	case PTX_F16: return edges_f16[pick % COUNT(edges_f16)];
	case PTX_BF16: return edges_bf16[pick % COUNT(edges_bf16)];
	case PTX_F16X2: return (uint64_t)edge_of(PTX_F16, pick >> 32) << 16 | edge_of(PTX_F16, pick);
	case PTX_BF16X2: return (uint64_t)edge_of(PTX_BF16, pick >> 32) << 16 | edge_of(PTX_BF16, pick);
	case PTX_U16X2: case PTX_S16X2:
		return (edges_int[(pick >> 32) % COUNT(edges_int)] & 0xffff) << 16
			| (edges_int[pick % COUNT(edges_int)] & 0xffff);
	default: return edges_int[pick % COUNT(edges_int)];
	}
}

/* A value that meets others of its type: an exponent near one, or a small integer. */
static uint64_t tame(enum ptx_type type, uint64_t bits)
{
	switch (type) {
	case PTX_F64: return (bits & 0x800fffffffffffff) | (1015 + (bits >> 52) % 17) << 52;
	case PTX_F32: return (bits & 0x807fffff) | (119 + (bits >> 40) % 17) << 23;
	case PTX_F16: return (bits & 0x83ff) | (8 + (bits >> 40) % 14) << 10;
	case PTX_BF16: return (bits & 0x807f) | (119 + (bits >> 40) % 17) << 7;
	case PTX_F16X2: return tame(PTX_F16, bits) | tame(PTX_F16, bits >> 16) << 16;
	case PTX_BF16X2: return tame(PTX_BF16, bits) | tame(PTX_BF16, bits >> 16) << 16;
	default: return bits >> 56 & 1 ? (bits & 63) : -(bits & 63);
	}
}

/* Products below the smallest normal number that round up to it: is flushing before or after? */
static const uint32_t tiny_f32[][2] = {
	{ 0x3f7fffff, 0x00800000 }, { 0x00ffffff, 0x3f000000 }, { 0xbf7ffffe, 0x00800001 }, { 0x3f7fffff, 0x80800000 },
};
static const uint16_t tiny_f16[][2] = {
	{ 0x3bff, 0x0400 }, { 0x07ff, 0x3800 }, { 0xbbff, 0x0400 }, { 0x3bfe, 0x0401 },
};
#define TINY_FROM (TUPLES * 3 / 4 - 16)

static uint64_t tiny(enum ptx_type type, int k, int tuple)
{
	int pair = tuple >> 1 & 3, side = (k ^ tuple) & 1;

	if (k >= 2)
		return tuple & 8 ? 0 : edge_of(type, (uint64_t)tuple * 0x100000001);
	return type == PTX_F32 ? tiny_f32[pair][side] : type == PTX_F16 ? tiny_f16[pair][side]
	     : (uint64_t)tiny_f16[pair][side] << 16 | tiny_f16[(pair + 1) & 3][side];
}

/* 3/4 edges: the first operand goes through all, the second meets each of them over time. */
static uint64_t operand_value(enum ptx_type type, int k, int tuple, uint64_t *state)
{
	uint64_t r = random_next(state);

	if (tuple >= TUPLES * 3 / 4)
		return tuple & 1 ? tame(type, r) : r;
	if (tuple >= TINY_FROM && (type == PTX_F32 || type == PTX_F16 || type == PTX_F16X2))
		return tiny(type, k, tuple);
	if (k == 0 && ptx_type_bytes(type) > 0 && tuple < 128)
		return edge_of(type, (uint64_t)tuple | (r << 32));
	return edge_of(type, r);
}

void operands_fill(const struct form *f, uint64_t cells[TUPLES][CELLS])
{
	const struct syntax_form *syntax = syntax_form(&f->instr);
	uint64_t state = 20240229;

	for (int t = 0; t < TUPLES; t++) {
		bool nan_seen = false;

		for (int k = 0; k < CELLS; k++) {
			enum ptx_type type = PTX_B64;
			uint64_t *cell = &cells[t][k];

			if (k + 1 < syntax->nslots && k < AUX && syntax->slots[k + 1].role != SLOT_IMM)
				type = syntax_slot_type(&f->instr, &syntax->slots[k + 1]);
			*cell = k == AUX ? random_next(&state) : operand_value(type, k, t, &state);
			if (form_approximate(f) && ptx_type_bytes(type) == 4 && t >= TUPLES * 3 / 4 && !(t & 1))
				*cell = tame(type, *cell);
			/* Which of two NaNs an operation on f64 passes on is left open: one at most. */
			if (type == PTX_F64 && (*cell & INT64_MAX) > 0x7ff0000000000000) {
				if (nan_seen)
					*cell = 0x3ff8000000000000;
				nan_seen = true;
			}
		}
	}
}
