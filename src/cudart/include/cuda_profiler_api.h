/* cuda_profiler_api.h - cudaProfilerStart and cudaProfilerStop, for compilers without a toolkit. The vm has no profiler: they do nothing. */
#pragma once
#define __CUDA_PROFILER_API_H__ /* programs test for the header with it */

#include "cuda_runtime_api.h"
