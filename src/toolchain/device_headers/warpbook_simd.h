/*
 * warpbook_simd.h - two halfwords or four bytes in a word: __vadd2() to __vsetne4(). Each computes one part after the
 * other and joins the results; the compiler finds the instructions.
 */
#pragma once

/* name2 and name4: for each part, with x and y as signed (s) or unsigned (u) numbers; cuts off the bits above the part. */
#define __warpbook_parts(name, bits, S, type, expression) \
	__warpbook_device unsigned int name(unsigned int a, unsigned int b) \
	{ \
		unsigned int r = 0; \
		_Pragma("unroll") \
		for (int at = 0; at < 32; at += bits) { \
			int x = (S type)(a >> at), y = (S type)(b >> at); \
			(void)y; \
			r |= ((unsigned int)(expression) & ((1u << bits) - 1)) << at; \
		} \
		return r; \
	}
#define __warpbook_signed(name, expression) \
	__warpbook_parts(name##2, 16, signed, short, expression) __warpbook_parts(name##4, 8, signed, char, expression)
#define __warpbook_unsigned(name, expression) \
	__warpbook_parts(name##2, 16, unsigned, short, expression) __warpbook_parts(name##4, 8, unsigned, char, expression)
#define __warpbook_clamped(x, lowest, highest) ((x) < (lowest) ? (lowest) : (x) > (highest) ? (highest) : (x))

__warpbook_unsigned(__vadd, x + y)
__warpbook_unsigned(__vsub, x - y)
__warpbook_parts(__vaddss2, 16, signed, short, __warpbook_clamped(x + y, -32768, 32767))
__warpbook_parts(__vaddss4, 8, signed, char, __warpbook_clamped(x + y, -128, 127))
__warpbook_parts(__vaddus2, 16, unsigned, short, __warpbook_clamped(x + y, 0, 65535))
__warpbook_parts(__vaddus4, 8, unsigned, char, __warpbook_clamped(x + y, 0, 255))
__warpbook_parts(__vsubss2, 16, signed, short, __warpbook_clamped(x - y, -32768, 32767))
__warpbook_parts(__vsubss4, 8, signed, char, __warpbook_clamped(x - y, -128, 127))
__warpbook_parts(__vsubus2, 16, unsigned, short, __warpbook_clamped(x - y, 0, 65535))
__warpbook_parts(__vsubus4, 8, unsigned, char, __warpbook_clamped(x - y, 0, 255))
__warpbook_signed(__vavgs, (x + y + (x + y >= 0)) >> 1)
__warpbook_unsigned(__vavgu, (x + y + 1) >> 1)
__warpbook_unsigned(__vhaddu, (x + y) >> 1)
__warpbook_signed(__vmaxs, x > y ? x : y)
__warpbook_unsigned(__vmaxu, x > y ? x : y)
__warpbook_signed(__vmins, x < y ? x : y)
__warpbook_unsigned(__vminu, x < y ? x : y)
__warpbook_signed(__vabsdiffs, x > y ? x - y : y - x)
__warpbook_unsigned(__vabsdiffu, x > y ? x - y : y - x)

#define __warpbook_compared(name, signs, symbol) \
	__warpbook_##signs(__vcmp##name, x symbol y ? -1 : 0) __warpbook_##signs(__vset##name, x symbol y)
__warpbook_compared(eq, unsigned, ==)
__warpbook_compared(ne, unsigned, !=)
__warpbook_compared(ges, signed, >=)
__warpbook_compared(geu, unsigned, >=)
__warpbook_compared(gts, signed, >)
__warpbook_compared(gtu, unsigned, >)
__warpbook_compared(les, signed, <=)
__warpbook_compared(leu, unsigned, <=)
__warpbook_compared(lts, signed, <)
__warpbook_compared(ltu, unsigned, <)

/* For one word. */
#define __warpbook_alone(name, bits, type, expression) \
	__warpbook_parts(__warpbook_##name, bits, signed, type, expression) \
	__warpbook_device unsigned int __v##name(unsigned int a) { return __warpbook_##name(a, 0); }
__warpbook_alone(abs2, 16, short, x < 0 ? -x : x)
__warpbook_alone(abs4, 8, char, x < 0 ? -x : x)
/* clang 14 makes the upper half unsigned if the smallest number is compared first. */
__warpbook_alone(absss2, 16, short, __warpbook_clamped(x < 0 ? -x : x, 0, 32767))
__warpbook_alone(absss4, 8, char, __warpbook_clamped(x < 0 ? -x : x, 0, 127))
__warpbook_alone(neg2, 16, short, -x)
__warpbook_alone(neg4, 8, char, -x)
__warpbook_alone(negss2, 16, short, x == -32768 ? 32767 : -x)
__warpbook_alone(negss4, 8, char, x == -128 ? 127 : -x)

/* The sum of the parts' differences, as a whole word. */
#define __warpbook_differences(name, bits, S, type) \
	__warpbook_device unsigned int name(unsigned int a, unsigned int b) \
	{ \
		unsigned int r = 0; \
		_Pragma("unroll") \
		for (int at = 0; at < 32; at += bits) { \
			int x = (S type)(a >> at), y = (S type)(b >> at); \
			r += (unsigned int)(x > y ? x - y : y - x); \
		} \
		return r; \
	}
__warpbook_differences(__vsads2, 16, signed, short)
__warpbook_differences(__vsads4, 8, signed, char)
__warpbook_differences(__vsadu2, 16, unsigned, short)
__warpbook_differences(__vsadu4, 8, unsigned, char)

/* ---- products of parts, added up ---- */

__warpbook_three(__dp2a_lo, int, int, "dp2a.lo.s32.s32")
__warpbook_three(__dp2a_lo, unsigned int, unsigned int, "dp2a.lo.u32.u32")
__warpbook_three(__dp2a_hi, int, int, "dp2a.hi.s32.s32")
__warpbook_three(__dp2a_hi, unsigned int, unsigned int, "dp2a.hi.u32.u32")

#define __warpbook_of_vectors(name, A, B, T) \
	__warpbook_device T name(A a, B b, T c) \
	{ \
		T x, y; \
		__builtin_memcpy(&x, &a, sizeof x); \
		__builtin_memcpy(&y, &b, sizeof y); \
		return name(x, y, c); \
	}
__warpbook_of_vectors(__dp2a_lo, short2, char4, int)
__warpbook_of_vectors(__dp2a_lo, ushort2, uchar4, unsigned int)
__warpbook_of_vectors(__dp2a_hi, short2, char4, int)
__warpbook_of_vectors(__dp2a_hi, ushort2, uchar4, unsigned int)
__warpbook_of_vectors(__dp4a, char4, char4, int)
__warpbook_of_vectors(__dp4a, uchar4, uchar4, unsigned int)
