/* cuda_runtime_api.h - cuda_runtime.h has all of it. */
#pragma once
#include <cuda_runtime.h>
