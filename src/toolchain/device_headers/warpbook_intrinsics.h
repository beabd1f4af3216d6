/*
 * warpbook_intrinsics.h - integers: bits, wide products, casts between types, min, max and abs; and
 * functions that belong to no family (clocks, traps, address spaces, cache hints).
 */
#pragma once

/* ---- bits ---- */

__warpbook_device int __popc(unsigned int x) { return __builtin_popcount(x); }
__warpbook_device int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
__warpbook_device int __clz(int x) { return x ? __builtin_clz((unsigned int)x) : 32; }
__warpbook_device int __clzll(long long x) { return x ? __builtin_clzll((unsigned long long)x) : 64; }
__warpbook_device int __ffs(int x) { return __builtin_ffs(x); }
__warpbook_device int __ffsll(long long x) { return __builtin_ffsll(x); }
__warpbook_device unsigned int __brev(unsigned int x) { return __builtin_bitreverse32(x); }
__warpbook_device unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }

__warpbook_device unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector)
{
	return (unsigned int)__nvvm_prmt((int)x, (int)y, (int)selector);
}

#define __warpbook_funnelshift(name, op) \
	__warpbook_device unsigned int name(unsigned int lo, unsigned int hi, unsigned int shift) \
	{ \
		unsigned int r; \
		__asm__(op ".b32 %0, %1, %2, %3;" : "=r"(r) : "r"(lo), "r"(hi), "r"(shift)); \
		return r; \
	}

__warpbook_funnelshift(__funnelshift_l, "shf.l.wrap")
__warpbook_funnelshift(__funnelshift_lc, "shf.l.clamp")
__warpbook_funnelshift(__funnelshift_r, "shf.r.wrap")
__warpbook_funnelshift(__funnelshift_rc, "shf.r.clamp")

/* ---- arithmetic ---- */

__warpbook_device int __mul24(int x, int y) { return __nvvm_mul24_i(x, y); }
__warpbook_device unsigned int __umul24(unsigned int x, unsigned int y)
{ return (unsigned int)__nvvm_mul24_ui(x, y); }
__warpbook_device int __mulhi(int x, int y) { return __nvvm_mulhi_i(x, y); }
__warpbook_device unsigned int __umulhi(unsigned int x, unsigned int y)
{ return (unsigned int)__nvvm_mulhi_ui(x, y); }
__warpbook_device long long __mul64hi(long long x, long long y) { return __nvvm_mulhi_ll(x, y); }
__warpbook_device unsigned long long __umul64hi(unsigned long long x, unsigned long long y)
{ return (unsigned long long)__nvvm_mulhi_ull(x, y); }

__warpbook_device int __hadd(int x, int y) { return (int)(((long long)x + y) >> 1); }
__warpbook_device int __rhadd(int x, int y) { return (int)(((long long)x + y + 1) >> 1); }
__warpbook_device unsigned int __uhadd(unsigned int x, unsigned int y)
{ return (unsigned int)(((unsigned long long)x + y) >> 1); }
__warpbook_device unsigned int __urhadd(unsigned int x, unsigned int y)
{ return (unsigned int)(((unsigned long long)x + y + 1) >> 1); }

#define __warpbook_three(name, T, U, op) \
	__warpbook_device U name(T x, T y, U z) \
	{ U r; __asm__(op " %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(z)); return r; }

__warpbook_three(__sad, int, unsigned int, "sad.s32")
__warpbook_three(__usad, unsigned int, unsigned int, "sad.u32")
__warpbook_three(__dp4a, int, int, "dp4a.s32.s32")
__warpbook_three(__dp4a, unsigned int, unsigned int, "dp4a.u32.u32")

/* CUDA accepts a mix of signed and unsigned: the result has the type that C's arithmetic would give. */
#define __warpbook_minmax(T, A, B) \
	__warpbook_both T min(A x, B y) { return (T)x < (T)y ? (T)x : (T)y; } \
	__warpbook_both T max(A x, B y) { return (T)x > (T)y ? (T)x : (T)y; }
#define __warpbook_minmax_mixed(S, U) \
	__warpbook_minmax(S, S, S) __warpbook_minmax(U, U, U) __warpbook_minmax(U, S, U) __warpbook_minmax(U, U, S)

__warpbook_minmax_mixed(int, unsigned int)
__warpbook_minmax_mixed(long, unsigned long)
__warpbook_minmax_mixed(long long, unsigned long long)

__warpbook_libc int abs(int x) { return x < 0 ? -x : x; }
__warpbook_libc long abs(long x) { return x < 0 ? -x : x; }
__warpbook_libc long long abs(long long x) { return x < 0 ? -x : x; }
__warpbook_libc long labs(long x) { return abs(x); }
__warpbook_libc long long llabs(long long x) { return abs(x); }
__warpbook_device unsigned int umin(unsigned int x, unsigned int y) { return min(x, y); }
__warpbook_device unsigned int umax(unsigned int x, unsigned int y) { return max(x, y); }

/* ---- the same bits under another type ---- */

#define __warpbook_as(from, F, to, T) \
	__warpbook_device T __##from##_as_##to(F x) { return __builtin_bit_cast(T, x); }

__warpbook_as(float, float, int, int)
__warpbook_as(float, float, uint, unsigned int)
__warpbook_as(int, int, float, float)
__warpbook_as(uint, unsigned int, float, float)
__warpbook_as(double, double, longlong, long long)
__warpbook_as(longlong, long long, double, double)

__warpbook_device int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
__warpbook_device int __double2loint(double x) { return (int)__double_as_longlong(x); }
__warpbook_device double __hiloint2double(int hi, int lo)
{ return __longlong_as_double((long long)((unsigned long long)(unsigned int)hi << 32 | (unsigned int)lo)); }

/* ---- conversions with a rounding of their own: rn nearest even, rz to zero, rd down, ru up ---- */

#define __warpbook_convert(from, F, to, T, nvvm) \
	__warpbook_device T __##from##2##to##_rn(F x) { return (T)__nvvm_##nvvm##_rn(x); } \
	__warpbook_device T __##from##2##to##_rz(F x) { return (T)__nvvm_##nvvm##_rz(x); } \
	__warpbook_device T __##from##2##to##_rd(F x) { return (T)__nvvm_##nvvm##_rm(x); } \
	__warpbook_device T __##from##2##to##_ru(F x) { return (T)__nvvm_##nvvm##_rp(x); }

__warpbook_convert(float, float, int, int, f2i)
__warpbook_convert(float, float, uint, unsigned int, f2ui)
__warpbook_convert(float, float, ll, long long, f2ll)
__warpbook_convert(float, float, ull, unsigned long long, f2ull)
__warpbook_convert(double, double, int, int, d2i)
__warpbook_convert(double, double, uint, unsigned int, d2ui)
__warpbook_convert(double, double, ll, long long, d2ll)
__warpbook_convert(double, double, ull, unsigned long long, d2ull)
__warpbook_convert(int, int, float, float, i2f)
__warpbook_convert(uint, unsigned int, float, float, ui2f)
__warpbook_convert(ll, long long, float, float, ll2f)
__warpbook_convert(ull, unsigned long long, float, float, ull2f)
__warpbook_convert(ll, long long, double, double, ll2d)
__warpbook_convert(ull, unsigned long long, double, double, ull2d)
__warpbook_convert(double, double, float, float, d2f)

__warpbook_device double __int2double_rn(int x) { return x; }
__warpbook_device double __uint2double_rn(unsigned int x) { return x; }

/* ---- clocks, stops, address spaces ---- */

typedef long clock_t;
#ifndef WARPBOOK_PROGRAM
#define CLOCKS_PER_SEC ((clock_t)1000000)
#endif

__warpbook_libc clock_t clock()
{
#ifdef __CUDA_ARCH__
	return (clock_t)__nvvm_read_ptx_sreg_clock();
#else
	return 0;
#endif
}
__warpbook_device long long clock64() { return (long long)__nvvm_read_ptx_sreg_clock64(); }
__warpbook_device void __nanosleep(unsigned int ns) { __asm__ volatile("nanosleep.u32 %0;" :: "r"(ns)); }
__warpbook_device void __trap() { __asm__ volatile("trap;"); }
__warpbook_device void __brkpt() { __asm__ volatile("brkpt;"); }

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
__warpbook_device unsigned int __isClusterShared(const void *p)
{
	unsigned int is;

	__asm__("{ .reg .pred q; isspacep.shared::cluster q, %1; selp.u32 %0, 1, 0, q; }" : "=r"(is) : "l"(p));
	return is;
}
#endif
#define __warpbook_space(Name, name, number) \
	__warpbook_device unsigned int __is##Name(const void *p) { return __nvvm_isspacep_##name(p); } \
	__warpbook_device size_t __cvta_generic_to_##name(const void *p) \
	{ return (size_t)(const __attribute__((address_space(number))) void *)p; } \
	__warpbook_device void *__cvta_##name##_to_generic(size_t p) \
	{ return (void *)(__attribute__((address_space(number))) void *)p; }

__warpbook_space(Global, global, 1)
__warpbook_space(Shared, shared, 3)
__warpbook_space(Local, local, 5)

/* ---- loads and stores with a cache hint: the hint is dropped, the access stays ---- */

#define __warpbook_load(name) \
	template <typename T> __warpbook_device T name(const T *p) { return *p; }
#define __warpbook_store(name) \
	template <typename T> __warpbook_device void name(T *p, T value) { *p = value; }

__warpbook_load(__ldg)
__warpbook_load(__ldca)
__warpbook_load(__ldcg)
__warpbook_load(__ldcs)
__warpbook_load(__ldlu)
__warpbook_load(__ldcv)
__warpbook_store(__stwb)
__warpbook_store(__stcg)
__warpbook_store(__stcs)
__warpbook_store(__stwt)
