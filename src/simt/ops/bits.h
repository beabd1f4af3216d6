/*
 * bits.h - operations on the bits of a word, as hardware does them: for alu.def's rows.
 */
#ifndef WARPBOOK_SIMT_OPS_BITS_H
#define WARPBOOK_SIMT_OPS_BITS_H

#include <stdint.h>

#include "simt/exec/warp.h"

static inline uint32_t reverse32(uint32_t v)
{
	v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
	v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
	v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
	return __builtin_bswap32(v);
}

/* Position of the highest set bit, or the left shift that brings it to the top; -1 if none. */
static inline uint32_t find_msb(uint64_t v, unsigned width, bool as_shift)
{
	unsigned at;

	if (!v)
		return UINT32_MAX;
	at = 63 - (unsigned)__builtin_clzll(v);
	return as_shift ? width - 1 - at : at;
}

/* The n-th set bit of mask counted from base, upwards or downwards. */
static inline uint32_t find_nth_set(uint32_t mask, uint32_t base, int32_t n)
{
	int step = n < 0 ? -1 : 1;

	if (n == INT32_MIN) /* the manual says all ones; hardware differs, and does this */
		return 0;
	if (n == 0)
		return base < LANES && mask >> base & 1 ? base : UINT32_MAX;
	for (int64_t at = base, left = n < 0 ? -(int64_t)n : n; at >= 0 && at < LANES; at += step)
		if (mask >> at & 1 && --left == 0)
			return (uint32_t)at;
	return UINT32_MAX;
}

/* The 32-bit forms use the low 8 bits of position and length, the 64-bit ones all bits: as on hardware. */
static inline uint64_t extract_u(uint64_t v, unsigned width, uint32_t pos, uint32_t len)
{
	if (width == 32) {
		pos &= 255;
		len &= 255;
	}
	if (len == 0 || pos >= width)
		return 0;
	v >>= pos;
	return len >= 64 ? v : v & ((1ull << len) - 1);
}

static inline int64_t extract_s(int64_t v, unsigned width, uint32_t pos, uint32_t len)
{
	if (width == 32) {
		pos &= 255;
		len &= 255;
	}
	if (len == 0)
		return 0;
	if (pos >= width)
		return v < 0 ? -1 : 0;
	if (len >= width - pos)
		return v >> pos;
	return (int64_t)((uint64_t)v << (64 - pos - len)) >> (64 - len);
}

static inline uint64_t insert_bits(uint64_t field, uint64_t into, unsigned width, uint32_t pos, uint32_t len)
{
	uint64_t mask;

	if (width == 32) {
		pos &= 255;
		len &= 255;
	}
	if (len == 0 || pos >= width)
		return into;
	mask = (len >= 64 ? UINT64_MAX : (1ull << len) - 1) << pos;
	return (into & ~mask) | (field << pos & mask);
}

static inline uint32_t bit_mask(uint32_t pos, uint32_t len)
{
	uint64_t ones = len >= 32 ? UINT32_MAX : (1ull << len) - 1;

	return pos >= 32 ? 0 : (uint32_t)(ones << pos);
}

static inline uint32_t sign_from(uint32_t v, uint32_t bits)
{
	if (bits >= 32)
		return v;
	return bits == 0 ? 0 : (uint32_t)((int32_t)(v << (32 - bits)) >> (32 - bits));
}

#endif
