/*
 * warpbook_math.h - <math.h> on the device: sinf(float), sin(double), and sin(float) as in C++.
 *
 * clang would treat a function declared as `sinf` as its builtin, and lower it to an instruction that
 * PTX lacks. So the C function has a different name here, whose symbol is "sinf".
 */
#pragma once

#ifndef WARPBOOK_PROGRAM
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#endif

#define __warpbook_libm extern "C" __attribute__((host, device, const, nothrow))

/* Defines namef(float), name(double) and name(float): `single` computes the float, `twice` the double. */
#define __warpbook_math1(name, single, twice) \
	__warpbook_libc float name##f(float x) { return single(x); } \
	__warpbook_libc double name(double x) { return twice(x); } \
	__warpbook_libc float name(float x) { return single(x); }
#define __warpbook_math2(name, single, twice) \
	__warpbook_libc float name##f(float x, float y) { return single(x, y); } \
	__warpbook_libc double name(double x, double y) { return twice(x, y); } \
	__warpbook_libc float name(float x, float y) { return single(x, y); }

/* ---- one instruction, or a few ---- */

__warpbook_math1(fabs, __builtin_fabsf, __builtin_fabs)
__warpbook_math1(sqrt, __nvvm_sqrt_rn_f, __nvvm_sqrt_rn_d)
__warpbook_math1(floor, __builtin_floorf, __builtin_floor)
__warpbook_math1(ceil, __builtin_ceilf, __builtin_ceil)
__warpbook_math1(trunc, __builtin_truncf, __builtin_trunc)
__warpbook_math1(rint, __builtin_rintf, __builtin_rint)
__warpbook_math1(nearbyint, __builtin_nearbyintf, __builtin_nearbyint)
__warpbook_math1(round, __builtin_roundf, __builtin_round)
__warpbook_math2(fmin, __builtin_fminf, __builtin_fmin)
__warpbook_math2(fmax, __builtin_fmaxf, __builtin_fmax)
__warpbook_math2(copysign, __builtin_copysignf, __builtin_copysign)

__warpbook_libc float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
__warpbook_libc double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
__warpbook_libc float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
__warpbook_libc float fdividef(float x, float y) { return x / y; }
__warpbook_libc float fdimf(float x, float y) { return x <= y ? 0.0f : x - y; }
__warpbook_libc double fdim(double x, double y) { return x <= y ? 0.0 : x - y; }
__warpbook_libc float fdim(float x, float y) { return fdimf(x, y); }
__warpbook_device float rsqrtf(float x) { return __nvvm_rsqrt_approx_f(x); }
__warpbook_device double rsqrt(double x) { return 1.0 / sqrt(x); }
__warpbook_device float rsqrt(float x) { return rsqrtf(x); }
__warpbook_device float saturate(float x) { return __nvvm_saturate_f(x); }

__warpbook_libc float abs(float x) { return fabsf(x); }
__warpbook_libc double abs(double x) { return fabs(x); }
__warpbook_both float min(float x, float y) { return __builtin_fminf(x, y); }
__warpbook_both float max(float x, float y) { return __builtin_fmaxf(x, y); }
__warpbook_both double min(double x, double y) { return __builtin_fmin(x, y); }
__warpbook_both double max(double x, double y) { return __builtin_fmax(x, y); }
__warpbook_both double min(float x, double y) { return __builtin_fmin(x, y); }
__warpbook_both double max(float x, double y) { return __builtin_fmax(x, y); }
__warpbook_both double min(double x, float y) { return __builtin_fmin(x, y); }
__warpbook_both double max(double x, float y) { return __builtin_fmax(x, y); }

__warpbook_libc long lrintf(float x) { return (long)rintf(x); }
__warpbook_libc long lrint(double x) { return (long)rint(x); }
__warpbook_libc long lroundf(float x) { return (long)roundf(x); }
__warpbook_libc long lround(double x) { return (long)round(x); }
__warpbook_libc long long llrintf(float x) { return (long long)rintf(x); }
__warpbook_libc long long llrint(double x) { return (long long)rint(x); }
__warpbook_libc long long llroundf(float x) { return (long long)roundf(x); }
__warpbook_libc long long llround(double x) { return (long long)round(x); }

#define __warpbook_classify(T) \
	__warpbook_libc bool isnan(T x) { return __builtin_isnan(x); } \
	__warpbook_libc bool isinf(T x) { return __builtin_isinf(x); } \
	__warpbook_libc bool isfinite(T x) { return __builtin_isfinite(x); } \
	__warpbook_libc bool signbit(T x) { return __builtin_signbit(x); }

__warpbook_classify(float)
__warpbook_classify(double)

/* ---- for a GPU our own code; for the vm calls by the C name, which the vm carries out ---- */

#ifdef WARPBOOK_OWN_MATH
#include "warpbook_libm.h"

#define __warpbook_call1(name) \
	__warpbook_libc float __warpbook_##name##f(float x) { return (float)__warpbook_##name(x); } \
	__warpbook_math1(name, __warpbook_##name##f, __warpbook_##name)
#define __warpbook_call2(name) \
	__warpbook_libc float __warpbook_##name##f(float x, float y) { return (float)__warpbook_##name(x, y); } \
	__warpbook_math2(name, __warpbook_##name##f, __warpbook_##name)
#else
#define __warpbook_call1(name) \
	__warpbook_libm float __warpbook_##name##f(float) __asm__(#name "f"); \
	__warpbook_libm double __warpbook_##name(double) __asm__(#name); \
	__warpbook_math1(name, __warpbook_##name##f, __warpbook_##name)
#define __warpbook_call2(name) \
	__warpbook_libm float __warpbook_##name##f(float, float) __asm__(#name "f"); \
	__warpbook_libm double __warpbook_##name(double, double) __asm__(#name); \
	__warpbook_math2(name, __warpbook_##name##f, __warpbook_##name)
#endif

__warpbook_call1(sin)
__warpbook_call1(cos)
__warpbook_call1(tan)
__warpbook_call1(asin)
__warpbook_call1(acos)
__warpbook_call1(atan)
__warpbook_call1(sinh)
__warpbook_call1(cosh)
__warpbook_call1(tanh)
__warpbook_call1(asinh)
__warpbook_call1(acosh)
__warpbook_call1(atanh)
__warpbook_call1(exp)
__warpbook_call1(exp2)
__warpbook_call1(exp10)
__warpbook_call1(expm1)
__warpbook_call1(log)
__warpbook_call1(log2)
__warpbook_call1(log10)
__warpbook_call1(log1p)
__warpbook_call1(cbrt)
__warpbook_call1(erf)
__warpbook_call1(erfc)
__warpbook_call1(tgamma)
__warpbook_call1(lgamma)
__warpbook_call1(sinpi)
__warpbook_call1(cospi)
__warpbook_call2(atan2)
__warpbook_call2(hypot)
__warpbook_call2(fmod)
__warpbook_call2(remainder)
__warpbook_call2(pow)

__warpbook_libc float powif(float x, int y) { return powf(x, (float)y); }
__warpbook_libc double powi(double x, int y) { return pow(x, (double)y); }
__warpbook_libc double pow(float x, double y) { return pow((double)x, y); }
__warpbook_libc double pow(double x, float y) { return pow(x, (double)y); }
__warpbook_libc double pow(float x, int y) { return pow((double)x, (double)y); }
__warpbook_libc double pow(double x, int y) { return pow(x, (double)y); }
__warpbook_libc double pow(int x, int y) { return pow((double)x, (double)y); }
__warpbook_libc double pow(int x, double y) { return pow((double)x, y); }
__warpbook_libc double pow(int x, float y) { return pow((double)x, (double)y); }

__warpbook_libc void sincosf(float x, float *s, float *c) { *s = sinf(x); *c = cosf(x); }
__warpbook_libc void sincos(double x, double *s, double *c) { *s = sin(x); *c = cos(x); }
__warpbook_libc float rhypotf(float x, float y) { return 1.0f / hypotf(x, y); }
__warpbook_libc float norm3df(float x, float y, float z) { return sqrtf(x * x + y * y + z * z); }
__warpbook_libc double norm3d(double x, double y, double z) { return sqrt(x * x + y * y + z * z); }

/* ---- mantissa and exponent: the bits themselves ---- */

/* Multiplies at most three times, and only the last product may round: a subnormal result is rounded once. */
__warpbook_libc double ldexp(double x, int e)
{
	for (int i = 0; i < 2 && e > 1023; i++, e -= 1023)
		x *= 0x1p1023;
	for (int i = 0; i < 2 && e < -1022; i++, e += 969)
		x *= 0x1p-969;
	e = e > 1023 ? 1023 : e < -1022 ? -1022 : e;
	return x * __builtin_bit_cast(double, (unsigned long long)(e + 1023) << 52);
}
__warpbook_libc float ldexpf(float x, int e) { return (float)ldexp((double)x, e); }
__warpbook_libc float ldexp(float x, int e) { return ldexpf(x, e); }
__warpbook_libc double scalbn(double x, int e) { return ldexp(x, e); }
__warpbook_libc float scalbnf(float x, int e) { return ldexpf(x, e); }
__warpbook_libc float scalbn(float x, int e) { return ldexpf(x, e); }

__warpbook_libc int ilogb(double x)
{
	unsigned long long bits = __builtin_bit_cast(unsigned long long, x) & ~0ull >> 1;

	if (bits == 0 || bits > 0x7ffull << 52)
		return -2147483647 - 1;
	if (bits >> 52 == 0x7ff)
		return 2147483647;
	return bits >> 52 ? (int)(bits >> 52) - 1023 : -1011 - __builtin_clzll(bits);
}
__warpbook_libc int ilogbf(float x) { return ilogb((double)x); }
__warpbook_libc int ilogb(float x) { return ilogb((double)x); }
__warpbook_libc double logb(double x) { return x == 0 ? -__builtin_inf() : isfinite(x) ? (double)ilogb(x) : x * x; }
__warpbook_libc float logbf(float x) { return (float)logb((double)x); }
__warpbook_libc float logb(float x) { return logbf(x); }

__warpbook_libc double frexp(double x, int *e)
{
	*e = x == 0 || !isfinite(x) ? 0 : ilogb(x) + 1;
	return ldexp(x, -*e);
}
__warpbook_libc float frexpf(float x, int *e) { return (float)frexp((double)x, e); }
__warpbook_libc float frexp(float x, int *e) { return frexpf(x, e); }

namespace std {
using ::abs;
using ::fabs;
using ::sqrt;
using ::floor;
using ::ceil;
using ::trunc;
using ::rint;
using ::nearbyint;
using ::round;
using ::lround;
using ::lrint;
using ::fmin;
using ::fmax;
using ::fma;
using ::copysign;
using ::isnan;
using ::isinf;
using ::isfinite;
using ::signbit;
using ::sin;
using ::cos;
using ::tan;
using ::asin;
using ::acos;
using ::atan;
using ::atan2;
using ::sinh;
using ::cosh;
using ::tanh;
using ::exp;
using ::exp2;
using ::expm1;
using ::log;
using ::log2;
using ::log10;
using ::log1p;
using ::pow;
using ::cbrt;
using ::hypot;
using ::erf;
using ::erfc;
using ::fmod;
using ::remainder;
using ::ldexp;
using ::scalbn;
using ::ilogb;
using ::logb;
using ::frexp;
}
