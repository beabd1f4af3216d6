/*
 * cuda_runtime.h - the header that nvcc includes before every file, for clang without a CUDA toolkit.
 *
 * A kernel that nvcc accepts compiles with this to the same instructions, if PTX has them; a function
 * without a PTX instruction (expf, sinf, pow) stays a call by its C name, which the vm knows. Every
 * function here is inlined and has no debug information of its own: its instructions
 * belong to the learner's line that calls it.
 *
 * It serves two kinds of compilation. Kernels alone need no host library and no code for the host: the
 * headers in alone/ replace the C library, and a compilation takes a tenth of a second. With
 * WARPBOOK_PROGRAM the whole program is compiled, with the host's own headers, for both sides. A file that
 * is not CUDA (neither .cu nor in clang's CUDA mode) gets only the runtime's functions.
 */
#pragma once

#ifdef __CUDA__
#define __CUDACC__ 1
#ifndef __CUDACC_VER_MAJOR__ /* `warpbook nvcc` defines them itself */
#define __CUDACC_VER_MAJOR__ 11
#define __CUDACC_VER_MINOR__ 5
#endif

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include "warpbook_qualifiers.h"
#include "warpbook_vector_types.h"
#include "warpbook_builtin_vars.h"
#include "warpbook_intrinsics.h"
#include "warpbook_simd.h"
#include "warpbook_float.h"
#include "warpbook_math.h"
#include "warpbook_warp.h"
#include "warpbook_atomics.h"
#include "warpbook_nv_atomic.h"

#ifdef WARPBOOK_PROGRAM
#define CUDA_VERSION 13000 /* as in cuda.h: headers that clang compiles use it as the toolkit's version */
#include "warpbook_program.h"
#include "warpbook_texture.h"
#else
#define CUDART_VERSION 11050
#include "warpbook_host.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "warpbook_new.h"
#endif
#endif

#if defined(WARPBOOK_PROGRAM) || !defined(__CUDA__)
#include_next <cuda_runtime.h> /* the runtime's functions */
#endif

/*
 * libcu++ before CCCL 2 (Debian's libcu++-dev; CUDA 11 to 12.3) has its atomics for the GPU only with nvcc: so its configuration is
 * read as nvcc would read it.
 */
#if defined(WARPBOOK_PROGRAM) && defined(__CUDA__) && !defined(__NVCC__) && __has_include(<cuda/std/detail/__config>)
#if !__has_include(<cuda/std/__cccl/version.h>) && !__has_include(<cuda/std/detail/libcxx/include/__cccl_config>)
#define __NVCC__
#include <cuda/std/detail/__config>
#undef __NVCC__
#endif
#endif

/*
 * Functions of the device runtime, by which old headers of Thrust and CUB launch in kernels. clang has no such launches: a kernel
 * that calls them does not build; one that only could call them does.
 */
#if defined(WARPBOOK_PROGRAM) && defined(__CUDA__)
extern "C" __attribute__((device)) void *cudaGetParameterBuffer(size_t alignment, size_t size);
extern "C" __attribute__((device)) cudaError_t cudaLaunchDevice(void *kernel, void *parameters, dim3 grid, dim3 block, unsigned int shared, cudaStream_t stream);
#endif
