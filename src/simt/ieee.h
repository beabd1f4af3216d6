/*
 * ieee.h - PTX's rules for floating-point values beyond the host's own arithmetic: one NaN, subnormals flushed to
 * signed zero, results clamped to [0, 1]; and binary16 in software, exact, rounded to nearest even.
 */
#ifndef WARPBOOK_SIMT_IEEE_H
#define WARPBOOK_SIMT_IEEE_H

#include <float.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define CANONICAL_F32 __builtin_nanf("0x3fffff")
#define CANONICAL_F64 __builtin_nan("0xfffffffffffff")

static inline double canonical64(double v) { return v == v ? v : CANONICAL_F64; }
static inline float canonical32(float v) { return v == v ? v : CANONICAL_F32; }
/* The same NaN, quiet. */
static inline double quiet64(double v)
{
	uint64_t bits;

	memcpy(&bits, &v, sizeof(bits));
	bits |= 1ull << 51;
	memcpy(&v, &bits, sizeof(v));
	return v;
}

static inline float flush32(float v) { return __builtin_fabsf(v) < FLT_MIN ? __builtin_copysignf(0.0f, v) : v; }
static inline double flush64(double v) { return __builtin_fabs(v) < DBL_MIN ? __builtin_copysign(0.0, v) : v; }
static inline double saturate64(double v) { return v > 0.0 ? v < 1.0 ? v : 1.0 : 0.0; }
static inline float saturate32(float v) { return v > 0.0f ? v < 1.0f ? v : 1.0f : 0.0f; }

/* A number beats a NaN, and -0 is below +0. */
#define MIN_MAX(T, F, SIGN) \
	static inline T min_##F(T a, T b) \
	{ return a != a ? b : b != b ? a : a < b ? a : b < a ? b : SIGN(a) ? a : b; } \
	static inline T max_##F(T a, T b) \
	{ return a != a ? b : b != b ? a : a > b ? a : b > a ? b : SIGN(a) ? b : a; }
MIN_MAX(float, f32, __builtin_signbit)
MIN_MAX(double, f64, __builtin_signbit)

static inline float bfloat_to(uint16_t b)
{
	uint32_t bits = (uint32_t)b << 16;
	float f;

	memcpy(&f, &bits, sizeof(f));
	return f;
}

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

/* Rounds the double's own bits once, so a value exact in double is rounded correctly. */
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

/*
 * sin.approx and cos.approx as hardware computes them: the angle in turns, which is the product with 1 / 2 pi truncated to a
 * float, and the sine of that. So the error grows with the angle. Compared with an H200 up to 10^6: at most 2e-7.
 */
static inline double turns_approx(float angle)
{
	double exact = (double)angle * 0x1.45f306p-3; /* not rounded */
	float turns = (float)exact;

	if (__builtin_fabs((double)turns) > __builtin_fabs(exact))
		turns = nextafterf(turns, 0);
	exact = (double)turns - rint(turns);
	return exact == 0 ? __builtin_copysign(0, angle) : exact; /* whole turns keep the angle's sign */
}

static inline float sin_approx(float angle)
{
	return (float)sin(2 * M_PI * turns_approx(angle));
}

static inline float cos_approx(float angle)
{
	return (float)cos(2 * M_PI * turns_approx(angle));
}

/*
 * tanh.approx.f32, as coarse as hardware: the manual promises 2^-11 of the value, an H200 is off by up to 2^-16.7
 * (agree/h200.txt), so the result keeps 16 bits after the first. Below 2^-10 nothing is rounded: hardware gives the argument back
 * there.
 */
static inline float tanh_approx(float x)
{
	float exact = (float)tanh(x);
	uint32_t bits;

	if (!(__builtin_fabsf(x) >= 0x1p-10f))
		return exact;
	memcpy(&bits, &exact, sizeof(bits));
	bits = (bits + 0x40) & ~0x7fu;
	memcpy(&exact, &bits, sizeof(bits));
	return exact;
}

#endif
