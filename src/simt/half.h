/*
 * half.h - IEEE 754 binary16 in software: exact, round to nearest even.
 */
#ifndef WARPBOOK_SIMT_HALF_H
#define WARPBOOK_SIMT_HALF_H

#include <stdint.h>
#include <string.h>

static inline float half_to(uint16_t h)
{
	uint32_t sign = (uint32_t)(h & 0x8000) << 16, exponent = h >> 10 & 31, fraction = h & 0x3ff;
	uint32_t bits;
	float f;

	if (exponent == 31)
		bits = sign | 0x7f800000 | fraction << 13;
	else if (exponent)
		bits = sign | (exponent + 112) << 23 | fraction << 13;
	else {
		f = (float)fraction * 0x1p-24f;
		return sign ? -f : f;
	}
	memcpy(&f, &bits, sizeof(f));
	return f;
}

/* The double's own bits are rounded once, so a value exact in double is rounded correctly. */
static inline uint16_t half_from(double v)
{
	uint64_t bits, fraction, rest, half;
	uint16_t sign;
	int exponent, drop;

	memcpy(&bits, &v, sizeof(bits));
	sign = (uint16_t)(bits >> 48 & 0x8000);
	exponent = (int)(bits >> 52 & 0x7ff) - 1023;
	fraction = (bits & 0xfffffffffffffull) | 1ull << 52;
	if (exponent == 1024)
		return fraction == 1ull << 52 ? sign | 0x7c00 : 0x7fff;
	if (exponent > 15)
		return sign | 0x7c00;
	if (exponent < -26)
		return sign;
	drop = exponent >= -14 ? 42 : 42 + (-14 - exponent);
	rest = fraction & ((1ull << drop) - 1);
	half = 1ull << (drop - 1);
	fraction >>= drop;
	if (rest > half || (rest == half && (fraction & 1)))
		fraction++;
	/* The hidden bit, and a carry out of the fraction, add into the exponent. */
	return sign | (uint16_t)(exponent >= -14 ? fraction + ((uint64_t)(exponent + 14) << 10) : fraction);
}

/* a * b + c rounded once: the sum's error decides the last bit of the double (round to odd). */
static inline uint16_t fma_half(float a, float b, float c)
{
	double product = (double)a * b, sum = product + c;
	double part = sum - product;
	double error = (product - (sum - part)) + (c - part);
	uint64_t bits;

	if (error != 0 && error == error) {
		memcpy(&bits, &sum, sizeof(bits));
		if (!(bits & 1))
			bits += (error > 0) == (sum > 0) ? 1 : -1ull;
		memcpy(&sum, &bits, sizeof(sum));
	}
	return half_from(sum);
}

#endif
