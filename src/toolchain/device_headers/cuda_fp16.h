/*
 * cuda_fp16.h - half precision for clang without a CUDA toolkit: __half and __half2 (half, half2) contain bits, and
 * each operation on the device is its PTX instruction, independent of the compiler's own half type. On the
 * host it computes in float and rounds, which gives the same result for a single operation.
 */
#pragma once
#define __CUDA_FP16_H__ /* programs test it to find out whether the header is included */

#include <cuda_runtime.h>

struct __half_raw { unsigned short x; };
struct __half2_raw { unsigned short x, y; };

/* ---- bits and floats ---- */

/* On the host, converts a float's bits: rounds to nearest, ties to even. */
__warpbook_both unsigned short __warpbook_half_of(unsigned int f)
{
	unsigned int sign = f >> 16 & 0x8000u, a = f & 0x7fffffffu, shift, m, rest, half;

	if (a >= 0x7f800000u)
		return (unsigned short)(sign | (a > 0x7f800000u ? 0x7fffu : 0x7c00u));
	if (a >= 0x477ff000u)
		return (unsigned short)(sign | 0x7c00u);
	if (a >= 0x38800000u) {
		m = a - 0x38000000u;
		return (unsigned short)(sign | (m + 0xfffu + (m >> 13 & 1)) >> 13);
	}
	if (a < 0x33000000u)
		return (unsigned short)sign;
	shift = 126 - (a >> 23);
	m = (a & 0x7fffffu) | 0x800000u;
	rest = m & ((1u << shift) - 1);
	half = 1u << (shift - 1);
	m >>= shift;
	return (unsigned short)(sign | (m + (rest > half || (rest == half && (m & 1)))));
}

__warpbook_both unsigned int __warpbook_float_of(unsigned short h)
{
	unsigned int sign = (h & 0x8000u) << 16, e = h >> 10 & 31, m = h & 0x3ffu;

	if (e == 31)
		return sign | 0x7f800000u | m << 13;
	if (e)
		return sign | (e + 112) << 23 | m << 13;
	if (!m)
		return sign;
	for (e = 113; !(m & 0x400u); e--)
		m <<= 1;
	return sign | e << 23 | (m & 0x3ffu) << 13;
}

__warpbook_both unsigned short __warpbook_to_half(float f)
{
#ifdef __CUDA_ARCH__
	unsigned short h;
	__asm__("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(f));
	return h;
#else
	return __warpbook_half_of(__builtin_bit_cast(unsigned int, f));
#endif
}

__warpbook_both float __warpbook_from_half(unsigned short h)
{
#ifdef __CUDA_ARCH__
	float f;
	__asm__("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(h));
	return f;
#else
	return __builtin_bit_cast(float, __warpbook_float_of(h));
#endif
}

/* ---- the types ---- */

#define __warpbook_hd __attribute__((host, device, always_inline, nodebug)) inline

struct __attribute__((aligned(2))) __half {
	unsigned short __x;
	__warpbook_hd __half() = default;
	__warpbook_hd __half(const __half_raw &r) : __x(r.x) {}
	__warpbook_hd __half(float f) : __x(__warpbook_to_half(f)) {}
	__warpbook_hd __half(double f) : __x(__warpbook_to_half((float)f)) {}
	__warpbook_hd __half(int i) : __x(__warpbook_to_half((float)i)) {}
	__warpbook_hd __half(unsigned int i) : __x(__warpbook_to_half((float)i)) {}
	__warpbook_hd __half(long i) : __x(__warpbook_to_half((float)i)) {}
	__warpbook_hd __half(unsigned long i) : __x(__warpbook_to_half((float)i)) {}
	__warpbook_hd operator float() const { return __warpbook_from_half(__x); }
	__warpbook_hd operator __half_raw() const { return __half_raw{ __x }; }
	__warpbook_hd operator __half_raw() const volatile { return __half_raw{ __x }; }
	__warpbook_hd explicit operator bool() const { return (__x & 0x7fffu) != 0; }
};

struct __attribute__((aligned(4))) __half2 {
	__half x, y;
	__warpbook_hd __half2() = default;
	__warpbook_hd __half2(const __half &a, const __half &b) : x(a), y(b) {}
};

typedef __half half;
typedef __half2 half2;

__warpbook_both __half __warpbook_half_bits(unsigned short x) { __half_raw r = { x }; return __half(r); }
__warpbook_both unsigned int __warpbook_half2_bits(__half2 v) { return v.x.__x | (unsigned int)v.y.__x << 16; }
__warpbook_both __half2 __warpbook_half2_of(unsigned int bits)
{ return __half2(__warpbook_half_bits((unsigned short)bits), __warpbook_half_bits((unsigned short)(bits >> 16))); }

/* ---- conversions ---- */

__warpbook_both __half __float2half(float f) { return __half(f); }
__warpbook_both __half __float2half_rn(float f) { return __half(f); }
__warpbook_both __half __double2half(double f) { return __half(f); }
__warpbook_both float __half2float(__half h) { return (float)h; }
__warpbook_both __half __int2half_rn(int i) { return __half(i); }
__warpbook_both __half __uint2half_rn(unsigned int i) { return __half(i); }
__warpbook_both int __half2int_rz(__half h) { return (int)(float)h; }
__warpbook_both int __half2int_rn(__half h) { return (int)__builtin_rintf((float)h); }
__warpbook_both unsigned int __half2uint_rz(__half h) { return (unsigned int)(float)h; }
__warpbook_both unsigned short __half_as_ushort(__half h) { return h.__x; }
__warpbook_both short __half_as_short(__half h) { return (short)h.__x; }
__warpbook_both __half __ushort_as_half(unsigned short x) { return __warpbook_half_bits(x); }
__warpbook_both __half __short_as_half(short x) { return __warpbook_half_bits((unsigned short)x); }
__warpbook_both __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
__warpbook_both __half2 make_half2(__half a, __half b) { return __half2(a, b); }
__warpbook_both __half2 __half2half2(__half a) { return __half2(a, a); }
__warpbook_both __half2 __float2half2_rn(float f) { return __half2(__half(f), __half(f)); }
__warpbook_both __half2 __floats2half2_rn(float a, float b) { return __half2(__half(a), __half(b)); }
__warpbook_both __half2 __float22half2_rn(float2 v) { return __half2(__half(v.x), __half(v.y)); }
__warpbook_both float2 __half22float2(__half2 v) { return make_float2((float)v.x, (float)v.y); }
__warpbook_both __half __low2half(__half2 v) { return v.x; }
__warpbook_both __half __high2half(__half2 v) { return v.y; }
__warpbook_both float __low2float(__half2 v) { return (float)v.x; }
__warpbook_both float __high2float(__half2 v) { return (float)v.y; }
__warpbook_both __half2 __low2half2(__half2 v) { return __half2(v.x, v.x); }
__warpbook_both __half2 __high2half2(__half2 v) { return __half2(v.y, v.y); }
__warpbook_both __half2 __lowhigh2highlow(__half2 v) { return __half2(v.y, v.x); }

/* ---- arithmetic ---- */

#ifdef __CUDA_ARCH__
#define __warpbook_half_op(name, op, symbol) \
	__warpbook_both __half __h##name(__half a, __half b) \
	{ \
		unsigned short r; \
		__asm__(op ".f16 %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x)); \
		return __warpbook_half_bits(r); \
	} \
	__warpbook_both __half2 __h##name##2(__half2 a, __half2 b) \
	{ \
		unsigned int r; \
		__asm__(op ".f16x2 %0, %1, %2;" : "=r"(r) : "r"(__warpbook_half2_bits(a)), "r"(__warpbook_half2_bits(b))); \
		return __warpbook_half2_of(r); \
	}
#else
#define __warpbook_half_op(name, op, symbol) \
	__warpbook_both __half __h##name(__half a, __half b) { return __half((float)a symbol (float)b); } \
	__warpbook_both __half2 __h##name##2(__half2 a, __half2 b) { return __half2(__h##name(a.x, b.x), __h##name(a.y, b.y)); }
#endif
__warpbook_half_op(add, "add", +)
__warpbook_half_op(sub, "sub", -)
__warpbook_half_op(mul, "mul", *)

__warpbook_both __half __hfma(__half a, __half b, __half c)
{
#ifdef __CUDA_ARCH__
	unsigned short r;
	__asm__("fma.rn.f16 %0, %1, %2, %3;" : "=h"(r) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
	return __warpbook_half_bits(r);
#else
	return __half((float)((double)(float)a * (float)b + (float)c));
#endif
}

__warpbook_both __half2 __hfma2(__half2 a, __half2 b, __half2 c)
{
#ifdef __CUDA_ARCH__
	unsigned int r;
	__asm__("fma.rn.f16x2 %0, %1, %2, %3;"
		: "=r"(r) : "r"(__warpbook_half2_bits(a)), "r"(__warpbook_half2_bits(b)), "r"(__warpbook_half2_bits(c)));
	return __warpbook_half2_of(r);
#else
	return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
#endif
}

__warpbook_both __half __hdiv(__half a, __half b) { return __half((float)a / (float)b); }
__warpbook_both __half2 __h2div(__half2 a, __half2 b) { return __half2(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }
__warpbook_both __half __hneg(__half a) { return __warpbook_half_bits(a.__x ^ 0x8000u); }
__warpbook_both __half2 __hneg2(__half2 a) { return __half2(__hneg(a.x), __hneg(a.y)); }
__warpbook_both __half __habs(__half a) { return __warpbook_half_bits(a.__x & 0x7fffu); }
__warpbook_both __half2 __habs2(__half2 a) { return __half2(__habs(a.x), __habs(a.y)); }
__warpbook_both bool __hisnan(__half a) { return (a.__x & 0x7fffu) > 0x7c00u; }
__warpbook_both int __hisinf(__half a) { return a.__x == 0x7c00u ? 1 : a.__x == 0xfc00u ? -1 : 0; }
__warpbook_both __half __hmax(__half a, __half b) { return __half(__builtin_fmaxf((float)a, (float)b)); }
__warpbook_both __half __hmin(__half a, __half b) { return __half(__builtin_fminf((float)a, (float)b)); }
__warpbook_both __half2 __hmax2(__half2 a, __half2 b) { return __half2(__hmax(a.x, b.x), __hmax(a.y, b.y)); }
__warpbook_both __half2 __hmin2(__half2 a, __half2 b) { return __half2(__hmin(a.x, b.x), __hmin(a.y, b.y)); }

#define __warpbook_half_compare(name, symbol) \
	__warpbook_both bool __h##name(__half a, __half b) { return (float)a symbol (float)b; } \
	__warpbook_both __half2 __h##name##2(__half2 a, __half2 b) \
	{ return __half2(__half((float)__h##name(a.x, b.x)), __half((float)__h##name(a.y, b.y))); } \
	__warpbook_both bool __hb##name##2(__half2 a, __half2 b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); } \
	__warpbook_both bool operator symbol(__half a, __half b) { return __h##name(a, b); }
__warpbook_half_compare(eq, ==)
__warpbook_half_compare(ne, !=)
__warpbook_half_compare(lt, <)
__warpbook_half_compare(le, <=)
__warpbook_half_compare(gt, >)
__warpbook_half_compare(ge, >=)

#define __warpbook_half_operator(symbol, one, two) \
	__warpbook_both __half operator symbol(__half a, __half b) { return one(a, b); } \
	__warpbook_both __half2 operator symbol(__half2 a, __half2 b) { return two(a, b); } \
	__warpbook_both __half &operator symbol##=(__half &a, __half b) { return a = one(a, b); } \
	__warpbook_both __half2 &operator symbol##=(__half2 &a, __half2 b) { return a = two(a, b); }
__warpbook_half_operator(+, __hadd, __hadd2)
__warpbook_half_operator(-, __hsub, __hsub2)
__warpbook_half_operator(*, __hmul, __hmul2)
__warpbook_half_operator(/, __hdiv, __h2div)
__warpbook_both __half operator-(__half a) { return __hneg(a); }
__warpbook_both __half2 operator-(__half2 a) { return __hneg2(a); }

/* ---- functions, in float, rounded once ---- */

#define __warpbook_half_function(name, single) \
	__warpbook_device __half h##name(__half a) { return __half(single((float)a)); } \
	__warpbook_device __half2 h2##name(__half2 a) { return __half2(h##name(a.x), h##name(a.y)); }
__warpbook_half_function(sqrt, sqrtf)
__warpbook_half_function(rsqrt, rsqrtf)
__warpbook_half_function(exp, expf)
__warpbook_half_function(exp2, exp2f)
__warpbook_half_function(log, logf)
__warpbook_half_function(log2, log2f)
__warpbook_half_function(log10, log10f)
__warpbook_half_function(exp10, exp10f)
__warpbook_half_function(sin, sinf)
__warpbook_half_function(cos, cosf)
__warpbook_half_function(floor, floorf)
__warpbook_half_function(ceil, ceilf)
__warpbook_half_function(rint, rintf)
__warpbook_half_function(trunc, truncf)
__warpbook_device __half hrcp(__half a) { return __half(1.0f / (float)a); }

/* ---- between threads ---- */

#define __warpbook_half_shuffle(name, S) \
	__warpbook_device __half name(unsigned int mask, __half value, S lane, int width = 32) \
	{ return __warpbook_half_bits((unsigned short)name(mask, (unsigned int)value.__x, lane, width)); } \
	__warpbook_device __half2 name(unsigned int mask, __half2 value, S lane, int width = 32) \
	{ return __warpbook_half2_of(name(mask, __warpbook_half2_bits(value), lane, width)); }
__warpbook_half_shuffle(__shfl_sync, int)
__warpbook_half_shuffle(__shfl_up_sync, unsigned int)
__warpbook_half_shuffle(__shfl_down_sync, unsigned int)
__warpbook_half_shuffle(__shfl_xor_sync, int)

__warpbook_device __half atomicAdd(__half *address, __half value)
{
	unsigned short old;
	__asm__ volatile("atom.add.noftz.f16 %0, [%1], %2;" : "=h"(old) : "l"(address), "h"(value.__x) : "memory");
	return __warpbook_half_bits(old);
}

__warpbook_device __half2 atomicAdd(__half2 *address, __half2 value)
{
	unsigned int old;
	__asm__ volatile("atom.add.noftz.f16x2 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(__warpbook_half2_bits(value)) : "memory");
	return __warpbook_half2_of(old);
}
