/* cuda_profiler_api.h - cudaProfilerStart and cudaProfilerStop, for compilers without a toolkit. The vm has no profiler: they do nothing. */
#pragma once

#include "cuda_runtime_api.h"
