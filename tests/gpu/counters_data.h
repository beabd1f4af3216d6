/*
 * counters_data.h - the arrays for the launches of counters.def,
 * the same on the GPU and on the vm: the cost of an access depends on them.
 */
#ifndef TESTS_GPU_COUNTERS_DATA_H
#define TESTS_GPU_COUNTERS_DATA_H

#include <stdint.h>

#define ARRAY_BYTES (1u << 20) /* of out, in and idx each */
#define ARRAY_WORDS (ARRAY_BYTES / 4)
#define PATTERNS 40
#define NO_LANE (-1)           /* the lane takes no part */

static inline uint32_t scramble(uint32_t x)
{
	x = (x + 1) * 2654435761u;
	x = (x ^ x >> 15) * 2246822519u;
	return x ^ x >> 13;
}

/* The element that a lane of a pattern accesses, at most 4095. */
static inline int32_t pattern_index(unsigned pattern, unsigned l)
{
	uint32_t r = scramble(pattern * 32 + l), chance = scramble(r);

	switch (pattern) {
	case 0: return (int32_t)l;
	case 1: return (int32_t)l * 2;
	case 2: return (int32_t)l * 3;
	case 3: return (int32_t)l * 8;
	case 4: return (int32_t)l * 32;
	case 5: return 7;
	case 6: return (int32_t)l / 2;
	case 7: return (int32_t)l / 8;
	case 8: return (int32_t)(l & 1) * 32;
	case 9: return (int32_t)(r % 64);
	case 10: return (int32_t)(r % 256);
	case 11: return (int32_t)(r % 1024);
	case 12: return (int32_t)(l + l / 16 * 16);
	case 13: return (int32_t)l % 16;
	case 14: return l < 11 ? (int32_t)l : NO_LANE;
	case 15: return l & 1 ? (int32_t)l : NO_LANE;
	case 16: return chance & 1 ? (int32_t)(r % 1024) : NO_LANE;
	case 17: return 31 - (int32_t)l;
	case 18: return (int32_t)l + 1;
	case 19: return (int32_t)(l % 4 * 32 + l / 4);
	case 20: return l == 13 ? 5 : NO_LANE;
	case 21: return (int32_t)(r % 128);
	case 22: return (int32_t)(l * 16 % 512);
	case 23: return (int32_t)(l ^ 1);
	case 24: return (int32_t)(l * 5 % 32);
	case 25: return chance & 1 ? (int32_t)(r % 64) : NO_LANE;
	case 26: return chance % 4 == 0 ? (int32_t)(r % 32) : NO_LANE;
	case 27: return (int32_t)(l * 4 + l / 8);
	case 28: return (int32_t)(r % 32);
	case 29: return (int32_t)(r % 16);
	case 30: return (int32_t)(l % 8 * 32 + l / 8);
	case 31: return (int32_t)(l / 2 * 3);
	case 32: return (int32_t)(l / 4 * 2 + (l & 1));
	case 33: return (int32_t)(scramble(l / 2) % 512);
	case 34: return chance & 1 ? (int32_t)(scramble(l / 2) % 512) : NO_LANE;
	case 35: return (int32_t)(scramble(l / 4) % 256);
	case 36: return (int32_t)(l < 16 ? l / 2 : l);
	case 37: return (int32_t)(l % 8);
	case 38: return l < 20 ? (int32_t)(r % 64) : NO_LANE;
	default: return (int32_t)(r % 4096);
	}
}

/* As floats, doubles, halves and integers these are ordinary numbers. */
static inline void input_fill(uint32_t *in)
{
	for (uint32_t k = 0; k < ARRAY_WORDS; k++) {
		union { float f; uint32_t u; } v = { (float)(k % 7) - 3 };

		in[k] = v.u;
	}
}

static inline void index_fill(int32_t *idx, int patterns)
{
	for (uint32_t k = 0; k < ARRAY_WORDS; k++)
		idx[k] = patterns && k < PATTERNS * 32 ? pattern_index(k / 32, k % 32) : (int32_t)(scramble(k) & 16383);
}

#endif
