/*
 * warpbook_warp.h - threads together: barriers, fences, votes, shuffles, matches, reductions.
 *
 * Barriers and fences are inline PTX that clobbers memory, not clang's builtins. With the builtins clang 14
 * assumes that other threads never touch a __shared__ variable whose address does not escape, and moves its
 * loads across the barrier; and it merges the barriers of two branches into one.
 */
#pragma once

__warpbook_device void __warpbook_syncthreads() { asm volatile("bar.sync 0;" ::: "memory"); }
#define __syncthreads() __warpbook_syncthreads() /* a builtin's name cannot be redefined as a function */

#define WARPBOOK_BARRIER_REDUCE(name, operation) \
	__warpbook_device int name(int predicate) \
	{ \
		int result; \
		asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; bar.red." operation ".pred q, 0, p; selp.s32 %0, 1, 0, q; }" \
			     : "=r"(result) : "r"(predicate) : "memory"); \
		return result; \
	}
WARPBOOK_BARRIER_REDUCE(__syncthreads_and, "and")
WARPBOOK_BARRIER_REDUCE(__syncthreads_or, "or")
#undef WARPBOOK_BARRIER_REDUCE

__warpbook_device int __syncthreads_count(int predicate)
{
	int result;
	asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }"
		     : "=r"(result) : "r"(predicate) : "memory");
	return result;
}

__warpbook_device void __syncwarp(unsigned int mask = 0xffffffffu) { asm volatile("bar.warp.sync %0;" :: "r"(mask) : "memory"); }
/* Sets the value that a conditional node of a graph reads: a cudaGraphConditionalHandle. */
extern "C" __attribute__((device)) void cudaGraphSetConditional(unsigned long long handle, unsigned int value);
__warpbook_device void __threadfence_block() { asm volatile("membar.cta;" ::: "memory"); }
__warpbook_device void __threadfence() { asm volatile("membar.gl;" ::: "memory"); }
__warpbook_device void __threadfence_system() { asm volatile("membar.sys;" ::: "memory"); }

/* ---- votes ---- */

__warpbook_device int __all_sync(unsigned int mask, int predicate)
{ return __nvvm_vote_all_sync(mask, predicate); }
__warpbook_device int __any_sync(unsigned int mask, int predicate)
{ return __nvvm_vote_any_sync(mask, predicate); }
__warpbook_device int __uni_sync(unsigned int mask, int predicate)
{ return __nvvm_vote_uni_sync(mask, predicate); }
__warpbook_device unsigned int __ballot_sync(unsigned int mask, int predicate)
{ return (unsigned int)__nvvm_vote_ballot_sync(mask, predicate); }
__warpbook_device unsigned int __activemask()
{ unsigned int mask; __asm__ volatile("activemask.b32 %0;" : "=r"(mask)); return mask; }

/* ---- shuffles: 32 bits at a time ---- */

/* The clamp operand: the segment's size, and the last lane to read from (none upwards). */
#define __warpbook_shuffle(name, nvvm, S, last) \
	__warpbook_device int name(unsigned int mask, int value, S lane, int width = 32) \
	{ return __nvvm_shfl_sync_##nvvm##_i32(mask, value, (int)lane, (32 - width) << 8 | last); } \
	__warpbook_device unsigned int name(unsigned int mask, unsigned int value, S lane, int width = 32) \
	{ return (unsigned int)name(mask, (int)value, lane, width); } \
	__warpbook_device float name(unsigned int mask, float value, S lane, int width = 32) \
	{ return __int_as_float(name(mask, __float_as_int(value), lane, width)); } \
	__warpbook_device unsigned long long name(unsigned int mask, unsigned long long value, S lane, \
						  int width = 32) \
	{ \
		unsigned int low = name(mask, (unsigned int)value, lane, width); \
		unsigned int high = name(mask, (unsigned int)(value >> 32), lane, width); \
		return (unsigned long long)high << 32 | low; \
	} \
	__warpbook_device long long name(unsigned int mask, long long value, S lane, int width = 32) \
	{ return (long long)name(mask, (unsigned long long)value, lane, width); } \
	__warpbook_device unsigned long name(unsigned int mask, unsigned long value, S lane, int width = 32) \
	{ return (unsigned long)name(mask, (unsigned long long)value, lane, width); } \
	__warpbook_device long name(unsigned int mask, long value, S lane, int width = 32) \
	{ return (long)name(mask, (unsigned long long)value, lane, width); } \
	__warpbook_device double name(unsigned int mask, double value, S lane, int width = 32) \
	{ return __longlong_as_double(name(mask, __double_as_longlong(value), lane, width)); }

__warpbook_shuffle(__shfl_sync, idx, int, 0x1f)
__warpbook_shuffle(__shfl_up_sync, up, unsigned int, 0)
__warpbook_shuffle(__shfl_down_sync, down, unsigned int, 0x1f)
__warpbook_shuffle(__shfl_xor_sync, bfly, int, 0x1f)

/* ---- matches ---- */

#if __clang_major__ < 16 /* which gives a match of 64 bits a result of 64 bits, and PTX does not */
__warpbook_device unsigned int __warpbook_match_any_64(unsigned int mask, unsigned long long value)
{
	unsigned int lanes;

	__asm__ volatile("match.any.sync.b64 %0, %1, %2;" : "=r"(lanes) : "l"(value), "r"(mask));
	return lanes;
}
__warpbook_device unsigned int __warpbook_match_all_64(unsigned int mask, unsigned long long value, int *predicate)
{
	unsigned int lanes;

	__asm__ volatile("{ .reg .pred p; match.all.sync.b64 %0|p, %2, %3; selp.s32 %1, 1, 0, p; }"
			 : "=r"(lanes), "=r"(*predicate) : "l"(value), "r"(mask));
	return lanes;
}
#else
#define __warpbook_match_any_64 __nvvm_match_any_sync_i64
#define __warpbook_match_all_64 __nvvm_match_all_sync_i64p
#endif
#define __warpbook_match_any_32 __nvvm_match_any_sync_i32
#define __warpbook_match_all_32 __nvvm_match_all_sync_i32p
#define __warpbook_match(T, U, bits) \
	__warpbook_device unsigned int __match_any_sync(unsigned int mask, T value) \
	{ return (unsigned int)__warpbook_match_any_##bits(mask, __builtin_bit_cast(U, value)); } \
	__warpbook_device unsigned int __match_all_sync(unsigned int mask, T value, int *predicate) \
	{ return (unsigned int)__warpbook_match_all_##bits(mask, __builtin_bit_cast(U, value), predicate); }
__warpbook_match(int, unsigned int, 32)
__warpbook_match(unsigned int, unsigned int, 32)
__warpbook_match(float, unsigned int, 32)
__warpbook_match(long, unsigned long long, 64)
__warpbook_match(unsigned long, unsigned long long, 64)
__warpbook_match(long long, unsigned long long, 64)
__warpbook_match(unsigned long long, unsigned long long, 64)
__warpbook_match(double, unsigned long long, 64)

/*
 * ---- reductions ----
 *
 * From sm_80 on, as in CUDA. An exercise's kernel is compiled for the oldest device, and has them anyway: the vm runs the instruction,
 * and the PTX for a driver, which would reject it, has shuffles.
 */

#if __CUDA_ARCH__ >= 800 || !defined(WARPBOOK_PROGRAM)
#if __CUDA_ARCH__ >= 800 || !defined(WARPBOOK_OWN_MATH)
#define __warpbook_reduce(name, T, op, both) \
	__warpbook_device T __reduce_##name##_sync(unsigned int mask, T value) \
	{ T r; __asm__ volatile("redux.sync." op " %0, %1, %2;" : "=r"(r) : "r"(value), "r"(mask)); return r; }
#else
#define __warpbook_reduce(name, T, op, both) \
	__warpbook_device T __reduce_##name##_sync(unsigned int mask, T value) \
	{ \
		unsigned int left = mask & (mask - 1); \
		T a = __shfl_sync(mask, value, __ffs((int)mask) - 1); \
		for (; left; left &= left - 1) { \
			T b = __shfl_sync(mask, value, __ffs((int)left) - 1); \
			a = both; \
		} \
		return a; \
	}
#endif

__warpbook_reduce(add, int, "add.s32", (int)((unsigned int)a + (unsigned int)b))
__warpbook_reduce(add, unsigned int, "add.u32", (unsigned int)((unsigned int)a + (unsigned int)b))
__warpbook_reduce(min, int, "min.s32", b < a ? b : a)
__warpbook_reduce(min, unsigned int, "min.u32", b < a ? b : a)
__warpbook_reduce(max, int, "max.s32", b > a ? b : a)
__warpbook_reduce(max, unsigned int, "max.u32", b > a ? b : a)
__warpbook_reduce(and, unsigned int, "and.b32", a & b)
__warpbook_reduce(or, unsigned int, "or.b32", a | b)
__warpbook_reduce(xor, unsigned int, "xor.b32", a ^ b)
#endif
