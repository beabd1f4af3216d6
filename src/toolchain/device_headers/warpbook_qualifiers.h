/* warpbook_qualifiers.h - CUDA's qualifiers for functions and variables, as clang attributes. */
#pragma once

#define __HOST_DEFINES_H__ /* headers test it to find out whether these qualifiers are defined */
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __forceinline__ __inline__ __attribute__((always_inline))
#if __clang_major__ < 15
#define __noinline__ __attribute__((noinline))
#endif
#define __align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __builtin_align__(n) __align__(n)
#ifndef __grid_constant__
#define __grid_constant__
#endif
#ifdef WARPBOOK_PROGRAM
#include "warpbook_managed.h"
#else
#define __managed__ _Pragma("GCC error \"__managed__ memory needs a host program\"")
#endif

/* For the functions of these headers. */
#define __warpbook_device static __inline__ __attribute__((device, always_inline, nodebug, unused))
#define __warpbook_both static __inline__ __attribute__((host, device, always_inline, nodebug, unused))
/* For functions that the host's C library also has: in a whole program the host uses the library's. */
#ifdef WARPBOOK_PROGRAM
#define __warpbook_libc __warpbook_device
#else
#define __warpbook_libc __warpbook_both
#endif
#define __warpbook_constructor __attribute__((host, device, always_inline, nodebug))
