/*
 * cuda_bf16.h - bfloat16 for clang without a CUDA toolkit: __nv_bfloat16 is the upper half of a float. Operations compute
 * in float and round, which gives the same as rounding once; only a * b + c is PTX's own instruction.
 */
#pragma once
#define __CUDA_BF16_H__ /* programs test it to find out whether the header is included */

#include <cuda_runtime.h>

struct __nv_bfloat16_raw { unsigned short x; };

/* Round to nearest, ties to even. */
__warpbook_both unsigned short __warpbook_bf16_of(float f)
{
	unsigned int bits = __builtin_bit_cast(unsigned int, f);

	if ((bits & 0x7fffffffu) > 0x7f800000u)
		return 0x7fff;
	return (unsigned short)((bits + 0x7fffu + (bits >> 16 & 1)) >> 16);
}

__warpbook_both float __warpbook_from_bf16(unsigned short x) { return __builtin_bit_cast(float, (unsigned int)x << 16); }

#define __warpbook_bf __attribute__((host, device, always_inline, nodebug)) inline

struct __attribute__((aligned(2))) __nv_bfloat16 {
	unsigned short __x;
	__warpbook_bf __nv_bfloat16() = default;
	__warpbook_bf __nv_bfloat16(const __nv_bfloat16_raw &r) : __x(r.x) {}
	__warpbook_bf __nv_bfloat16(float f) : __x(__warpbook_bf16_of(f)) {}
	__warpbook_bf __nv_bfloat16(double f) : __x(__warpbook_bf16_of((float)f)) {}
	__warpbook_bf __nv_bfloat16(int i) : __x(__warpbook_bf16_of((float)i)) {}
	__warpbook_bf __nv_bfloat16(unsigned int i) : __x(__warpbook_bf16_of((float)i)) {}
	__warpbook_bf operator float() const { return __warpbook_from_bf16(__x); }
	__warpbook_bf operator __nv_bfloat16_raw() const { return __nv_bfloat16_raw{ __x }; }
	__warpbook_bf operator __nv_bfloat16_raw() const volatile { return __nv_bfloat16_raw{ __x }; }
	__warpbook_bf explicit operator bool() const { return (__x & 0x7fffu) != 0; }
};

struct __attribute__((aligned(4))) __nv_bfloat162 {
	__nv_bfloat16 x, y;
	__warpbook_bf __nv_bfloat162() = default;
	__warpbook_bf __nv_bfloat162(const __nv_bfloat16 &a, const __nv_bfloat16 &b) : x(a), y(b) {}
};

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

__warpbook_both __nv_bfloat16 __warpbook_bf16_bits(unsigned short x) { __nv_bfloat16_raw r = { x }; return __nv_bfloat16(r); }

/* ---- conversions ---- */

__warpbook_both __nv_bfloat16 __float2bfloat16(float f) { return __nv_bfloat16(f); }
__warpbook_both __nv_bfloat16 __double2bfloat16(double f) { return __nv_bfloat16(f); }
__warpbook_both __nv_bfloat16 __float2bfloat16_rn(float f) { return __nv_bfloat16(f); }
__warpbook_both __nv_bfloat16 __float2bfloat16_rz(float f)
{ return f != f ? __nv_bfloat16(f) : __warpbook_bf16_bits((unsigned short)(__builtin_bit_cast(unsigned int, f) >> 16)); }
__warpbook_both float __bfloat162float(__nv_bfloat16 a) { return (float)a; }
__warpbook_both __nv_bfloat16 __int2bfloat16_rn(int i) { return __nv_bfloat16(i); }
__warpbook_both int __bfloat162int_rz(__nv_bfloat16 a) { return (int)(float)a; }
__warpbook_both unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) { return a.__x; }
__warpbook_both short __bfloat16_as_short(__nv_bfloat16 a) { return (short)a.__x; }
__warpbook_both __nv_bfloat16 __ushort_as_bfloat16(unsigned short x) { return __warpbook_bf16_bits(x); }
__warpbook_both __nv_bfloat16 __short_as_bfloat16(short x) { return __warpbook_bf16_bits((unsigned short)x); }
__warpbook_both __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
__warpbook_both __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
__warpbook_both __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
__warpbook_both __nv_bfloat162 __float2bfloat162_rn(float f) { return __nv_bfloat162(__nv_bfloat16(f), __nv_bfloat16(f)); }
__warpbook_both __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(b)); }
__warpbook_both __nv_bfloat162 __float22bfloat162_rn(float2 v) { return __nv_bfloat162(__nv_bfloat16(v.x), __nv_bfloat16(v.y)); }
__warpbook_both float2 __bfloat1622float2(__nv_bfloat162 v) { return make_float2((float)v.x, (float)v.y); }
__warpbook_both __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v) { return v.x; }
__warpbook_both __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v) { return v.y; }
__warpbook_both float __low2float(__nv_bfloat162 v) { return (float)v.x; }
__warpbook_both float __high2float(__nv_bfloat162 v) { return (float)v.y; }

/* ---- arithmetic: float has more than twice the digits, so that rounding twice is rounding once ---- */

#define __warpbook_bf16_op(name, symbol) \
	__warpbook_both __nv_bfloat16 __h##name(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16((float)a symbol (float)b); } \
	__warpbook_both __nv_bfloat162 __h##name##2(__nv_bfloat162 a, __nv_bfloat162 b) \
	{ return __nv_bfloat162(__h##name(a.x, b.x), __h##name(a.y, b.y)); } \
	__warpbook_both __nv_bfloat16 operator symbol(__nv_bfloat16 a, __nv_bfloat16 b) { return __h##name(a, b); } \
	__warpbook_both __nv_bfloat162 operator symbol(__nv_bfloat162 a, __nv_bfloat162 b) { return __h##name##2(a, b); } \
	__warpbook_both __nv_bfloat16 &operator symbol##=(__nv_bfloat16 &a, __nv_bfloat16 b) { return a = __h##name(a, b); } \
	__warpbook_both __nv_bfloat162 &operator symbol##=(__nv_bfloat162 &a, __nv_bfloat162 b) { return a = __h##name##2(a, b); }
__warpbook_bf16_op(add, +)
__warpbook_bf16_op(sub, -)
__warpbook_bf16_op(mul, *)
__warpbook_both __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16((float)a / (float)b); }
__warpbook_both __nv_bfloat16 operator/(__nv_bfloat16 a, __nv_bfloat16 b) { return __hdiv(a, b); }
__warpbook_both __nv_bfloat16 &operator/=(__nv_bfloat16 &a, __nv_bfloat16 b) { return a = __hdiv(a, b); }

__warpbook_device __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c)
{
	unsigned short r;
	__asm__("fma.rn.bf16 %0, %1, %2, %3;" : "=h"(r) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
	return __warpbook_bf16_bits(r);
}

__warpbook_device __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c)
{ return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
__warpbook_both __nv_bfloat16 __hneg(__nv_bfloat16 a) { return __warpbook_bf16_bits(a.__x ^ 0x8000u); }
__warpbook_both __nv_bfloat162 __hneg2(__nv_bfloat162 a) { return __nv_bfloat162(__hneg(a.x), __hneg(a.y)); }
__warpbook_both __nv_bfloat16 operator-(__nv_bfloat16 a) { return __hneg(a); }
__warpbook_both __nv_bfloat16 __habs(__nv_bfloat16 a) { return __warpbook_bf16_bits(a.__x & 0x7fffu); }
__warpbook_both int __hisinf(__nv_bfloat16 a) { return (a.__x & 0x7fffu) != 0x7f80u ? 0 : a.__x & 0x8000u ? -1 : 1; }
__warpbook_both bool __hisnan(__nv_bfloat16 a) { return (a.__x & 0x7fffu) > 0x7f80u; }
__warpbook_both __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(__builtin_fmaxf((float)a, (float)b)); }
__warpbook_both __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(__builtin_fminf((float)a, (float)b)); }

#define __warpbook_bf16_compare(name, symbol) \
	__warpbook_both bool __h##name(__nv_bfloat16 a, __nv_bfloat16 b) { return (float)a symbol (float)b; } \
	__warpbook_both bool __hb##name##2(__nv_bfloat162 a, __nv_bfloat162 b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); } \
	__warpbook_both bool operator symbol(__nv_bfloat16 a, __nv_bfloat16 b) { return __h##name(a, b); }
__warpbook_bf16_compare(eq, ==)
__warpbook_bf16_compare(ne, !=)
__warpbook_bf16_compare(lt, <)
__warpbook_bf16_compare(le, <=)
__warpbook_bf16_compare(gt, >)
__warpbook_bf16_compare(ge, >=)

#define __warpbook_bf16_function(name, single) \
	__warpbook_device __nv_bfloat16 h##name(__nv_bfloat16 a) { return __nv_bfloat16(single((float)a)); }
__warpbook_bf16_function(sqrt, sqrtf)
__warpbook_bf16_function(exp, expf)
__warpbook_bf16_function(log, logf)
__warpbook_bf16_function(exp2, exp2f)
__warpbook_bf16_function(exp10, exp10f)
__warpbook_bf16_function(log2, log2f)
__warpbook_bf16_function(log10, log10f)
__warpbook_bf16_function(sin, sinf)
__warpbook_bf16_function(cos, cosf)
__warpbook_bf16_function(ceil, ceilf)
__warpbook_bf16_function(floor, floorf)
__warpbook_bf16_function(rint, rintf)
__warpbook_bf16_function(trunc, truncf)
__warpbook_bf16_function(rsqrt, rsqrtf)
__warpbook_bf16_function(rcp, 1 / )

#define __warpbook_bf16_shuffle(name, S) \
	__warpbook_device __nv_bfloat16 name(unsigned int mask, __nv_bfloat16 value, S lane, int width = 32) \
	{ return __warpbook_bf16_bits((unsigned short)name(mask, (unsigned int)value.__x, lane, width)); }
__warpbook_bf16_shuffle(__shfl_sync, int)
__warpbook_bf16_shuffle(__shfl_up_sync, unsigned int)
__warpbook_bf16_shuffle(__shfl_down_sync, unsigned int)
__warpbook_bf16_shuffle(__shfl_xor_sync, int)
