/*
 * warpbook_vector_types.h - char1 to double4, dim3, and make_*: sizes and alignment as CUDA's, so that
 * float4 moves as one 16-byte access.
 */
#pragma once

/* Two and four elements are aligned as a whole, at most to 16 bytes; one and three as their element. */
#define __warpbook_alignment(T, n) (sizeof(T) * (n) > 16 ? 16 : sizeof(T) * (n))

/*
 * clang copies a struct of floats float by float; nvcc copies a float4 in one access. So assignment uses
 * one of clang's vectors. A struct with its own assignment operator is still an aggregate: { 1, 2, 3, 4 }.
 */
#define __warpbook_whole(T, name, n, ...) \
	typedef T __warpbook_##name##n \
		__attribute__((ext_vector_type(n), aligned(__warpbook_alignment(T, n)), may_alias)); \
	struct __attribute__((aligned(__warpbook_alignment(T, n)))) name##n { \
		T __VA_ARGS__; \
		__attribute__((host, device, always_inline, nodebug)) name##n &operator=(const name##n &other) \
		{ *(__warpbook_##name##n *)this = *(const __warpbook_##name##n *)&other; return *this; } \
	};

#define __warpbook_vectors(T, name) \
	struct name##1 { T x; }; \
	__warpbook_whole(T, name, 2, x, y) \
	struct name##3 { T x, y, z; }; \
	__warpbook_whole(T, name, 4, x, y, z, w) \
	__warpbook_both name##1 make_##name##1(T x) { return { x }; } \
	__warpbook_both name##2 make_##name##2(T x, T y) { return { x, y }; } \
	__warpbook_both name##3 make_##name##3(T x, T y, T z) { return { x, y, z }; } \
	__warpbook_both name##4 make_##name##4(T x, T y, T z, T w) { return { x, y, z, w }; }

__warpbook_vectors(signed char, char)
__warpbook_vectors(unsigned char, uchar)
__warpbook_vectors(short, short)
__warpbook_vectors(unsigned short, ushort)
__warpbook_vectors(int, int)
__warpbook_vectors(unsigned int, uint)
__warpbook_vectors(long, long)
__warpbook_vectors(unsigned long, ulong)
__warpbook_vectors(long long, longlong)
__warpbook_vectors(unsigned long long, ulonglong)
__warpbook_vectors(float, float)
__warpbook_vectors(double, double)

/* Since CUDA 13 four 8-byte elements also have names with their alignment. */
#define __warpbook_aligned(T, name, bytes) \
	struct __attribute__((aligned(bytes))) name##4_##bytes##a { T x, y, z, w; }; \
	__warpbook_both name##4_##bytes##a make_##name##4_##bytes##a(T x, T y, T z, T w) { return { x, y, z, w }; }
#define __warpbook_aligned_both(T, name) __warpbook_aligned(T, name, 16) __warpbook_aligned(T, name, 32)

__warpbook_aligned_both(long, long)
__warpbook_aligned_both(unsigned long, ulong)
__warpbook_aligned_both(long long, longlong)
__warpbook_aligned_both(unsigned long long, ulonglong)
__warpbook_aligned_both(double, double)

typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

struct dim3 {
	unsigned int x, y, z;
	__warpbook_constructor constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
		: x(vx), y(vy), z(vz) {}
	__warpbook_constructor constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
	__warpbook_constructor constexpr operator uint3() const { return { x, y, z }; }
};
