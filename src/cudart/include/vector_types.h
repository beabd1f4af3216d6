/*
 * vector_types.h - char1 to double4 and dim3 for host code.
 *
 * In CUDA mode clang uses the device headers' types, which are the same on both sides; these are plain ones for C,
 * and for C++ files without kernels.
 */
#ifndef WARPBOOK_VECTOR_TYPES_H
#define WARPBOOK_VECTOR_TYPES_H
#define __VECTOR_TYPES_H__ /* programs test for the header with it */

#ifdef __CUDA__
#include <cuda_runtime.h>
#else

/* Two and four elements are aligned as a whole, at most to 16 bytes; one and three as their element. */
#define WARPBOOK_VECTORS(T, name, two, four) \
	struct name##1 { T x; }; \
	struct __attribute__((aligned(two))) name##2 { T x, y; }; \
	struct name##3 { T x, y, z; }; \
	struct __attribute__((aligned(four))) name##4 { T x, y, z, w; }; \
	typedef struct name##1 name##1; \
	typedef struct name##2 name##2; \
	typedef struct name##3 name##3; \
	typedef struct name##4 name##4; \
	static inline name##1 make_##name##1(T x) { name##1 v = { x }; return v; } \
	static inline name##2 make_##name##2(T x, T y) { name##2 v = { x, y }; return v; } \
	static inline name##3 make_##name##3(T x, T y, T z) { name##3 v = { x, y, z }; return v; } \
	static inline name##4 make_##name##4(T x, T y, T z, T w) { name##4 v = { x, y, z, w }; return v; }

WARPBOOK_VECTORS(signed char, char, 2, 4)
WARPBOOK_VECTORS(unsigned char, uchar, 2, 4)
WARPBOOK_VECTORS(short, short, 4, 8)
WARPBOOK_VECTORS(unsigned short, ushort, 4, 8)
WARPBOOK_VECTORS(int, int, 8, 16)
WARPBOOK_VECTORS(unsigned int, uint, 8, 16)
WARPBOOK_VECTORS(long, long, 16, 16)
WARPBOOK_VECTORS(unsigned long, ulong, 16, 16)
WARPBOOK_VECTORS(long long, longlong, 16, 16)
WARPBOOK_VECTORS(unsigned long long, ulonglong, 16, 16)
WARPBOOK_VECTORS(float, float, 8, 16)
WARPBOOK_VECTORS(double, double, 16, 16)
#undef WARPBOOK_VECTORS

/* Sizes of grids and blocks. C has no constructor: set all three members. */
struct dim3 {
	unsigned int x, y, z;
#ifdef __cplusplus
	constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
	constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
	constexpr operator uint3() const { return uint3{ x, y, z }; }
#endif
};
typedef struct dim3 dim3;

#endif
#endif
