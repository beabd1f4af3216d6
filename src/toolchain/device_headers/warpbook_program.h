/*
 * warpbook_program.h - the C and C++ library in a whole program: the host keeps its own headers, and the
 * device gets overloads of the functions that it supports. A function without a mark is the host's; clang chooses
 * between the two by the caller's side. A constexpr function of the C++ library serves both sides, unless clang saw
 * an overload for the device before it: so these overloads come first, then the host's headers.
 */
#pragma once

#include <stddef.h>

extern "C" {
__device__ int printf(const char *format, ...);
__device__ void *malloc(size_t size);
__device__ void free(void *memory);
__device__ __attribute__((noreturn)) void __assertfail(const char *expression, const char *file, unsigned int line,
						       const char *function, size_t char_size);
/* assert() of the host's <assert.h> calls this. */
__device__ __attribute__((noreturn, always_inline, nodebug)) inline void
__assert_fail(const char *expression, const char *file, unsigned int line, const char *function) noexcept
{
	__assertfail(expression, file, line, function, 1);
}
}

/* clang turns these into loops or single stores. */
__warpbook_device void *memcpy(void *to, const void *from, size_t size) { return __builtin_memcpy(to, from, size); }
__warpbook_device void *memmove(void *to, const void *from, size_t size) { return __builtin_memmove(to, from, size); }
__warpbook_device void *memset(void *to, int byte, size_t size) { return __builtin_memset(to, byte, size); }

/* The C library's own names for these, which CUDA has for kernels too. */
extern "C" {
__warpbook_libc int __isnan(double x) { return __builtin_isnan(x); }
__warpbook_libc int __isnanf(float x) { return __builtin_isnan(x); }
__warpbook_libc int __isinf(double x) { return __builtin_isinf(x); }
__warpbook_libc int __isinff(float x) { return __builtin_isinf(x); }
__warpbook_libc int __finite(double x) { return __builtin_isfinite(x); }
__warpbook_libc int __finitef(float x) { return __builtin_isfinite(x); }
__warpbook_libc int __signbit(double x) { return __builtin_signbit(x) != 0; }
__warpbook_libc int __signbitf(float x) { return __builtin_signbit(x) != 0; }
}

#include <new>
#include <assert.h>
#include <cmath>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <utility>

/*
 * CUDA also has these on the host. Newer C libraries have them too, under the names from C23: glibc 2.41
 * declares sinpi() and cospi(), 2.42 rsqrt(). If the library declares them, programs use the library's.
 */
#if defined(__GLIBC_PREREQ) && defined(__GLIBC_USE)
#if __GLIBC_USE(IEC_60559_FUNCS_EXT_C23)
#define __warpbook_host_library(major, minor) __GLIBC_PREREQ(major, minor)
#endif
#endif
#ifndef __warpbook_host_library
#define __warpbook_host_library(major, minor) 0
#endif
#define __warpbook_host static __inline__ __attribute__((host, unused))
__warpbook_host float fdividef(float x, float y) { return x / y; }
__warpbook_host float norm3df(float x, float y, float z) { return sqrtf(x * x + y * y + z * z); }
__warpbook_host double norm3d(double x, double y, double z) { return sqrt(x * x + y * y + z * z); }
#if !__warpbook_host_library(2, 41)
__warpbook_host float sinpif(float x) { return (float)sin(M_PI * x); }
__warpbook_host double sinpi(double x) { return sin(M_PI * x); }
__warpbook_host float cospif(float x) { return (float)cos(M_PI * x); }
__warpbook_host double cospi(double x) { return cos(M_PI * x); }
#endif
#if !__warpbook_host_library(2, 42)
__warpbook_host float rsqrtf(float x) { return 1.0f / sqrtf(x); }
__warpbook_host double rsqrt(double x) { return 1.0 / sqrt(x); }
#endif

/* name<<<grid, block, shared, stream>>>(...) calls this first. */
struct CUstream_st;
extern "C" unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, struct CUstream_st *stream = 0);

/* With per-thread default streams a launch calls cudaLaunchKernel_ptsz; clang 14 knows only cudaLaunchKernel. */
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM) && __clang_major__ < 15 && !defined(__CUDA_ARCH__)
__asm__(".set cudaLaunchKernel, cudaLaunchKernel_ptsz");
#endif
