/*
 * cuda_runtime_api.h - the CUDA runtime API for host code in C and C++: prototypes of api.def's rows.
 *
 * With CUDA_API_PER_THREAD_DEFAULT_STREAM defined (the compiler's --default-stream per-thread does that) a program
 * calls the twins of functions that take a stream or wait for one.
 */
#ifndef WARPBOOK_CUDA_RUNTIME_API_H
#define WARPBOOK_CUDA_RUNTIME_API_H
#define __CUDA_RUNTIME_API_H__ /* programs test for the header with it */

#include "driver_types.h"

#define CUDART_VERSION 13000
#define CUDARTAPI

#ifdef __cplusplus
extern "C" {
#define OR(x) = x
#else
#define OR(x)
#endif

#define CALL(name, parameters, ...) cudaError_t name parameters;
#define RETURNS(type, name, parameters, ...) type name parameters;
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define STREAMED(name, suffix, parameters, ...) cudaError_t name parameters __asm__(#name "_" #suffix);
#else
#define STREAMED(name, suffix, parameters, ...) cudaError_t name parameters;
#endif
#include "../api.def"

#ifdef __cplusplus
}
#endif

static inline struct cudaPitchedPtr make_cudaPitchedPtr(void *ptr, size_t pitch, size_t xsize, size_t ysize)
{
	struct cudaPitchedPtr p = { ptr, pitch, xsize, ysize };
	return p;
}

static inline struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth)
{
	struct cudaExtent e = { width, height, depth };
	return e;
}

static inline struct cudaPos make_cudaPos(size_t x, size_t y, size_t z)
{
	struct cudaPos p = { x, y, z };
	return p;
}

#endif
