/*
 * cuda_runtime.h - the whole runtime API for host code: the functions, and in C++ their typed forms.
 *
 * A compilation of kernels finds the device headers' file of this name first, which provides threadIdx and so on, and
 * includes the same two.
 */
#ifndef WARPBOOK_CUDA_RUNTIME_H
#define WARPBOOK_CUDA_RUNTIME_H
#define __CUDA_RUNTIME_H__ /* programs test for the whole API with it */

#include "cuda_runtime_api.h"
#ifdef __cplusplus
#include "warpbook_typed_calls.h"
#endif

#endif
