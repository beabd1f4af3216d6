/* vector_types.h - float4 and the other vector types come with cuda_runtime.h. */
#pragma once
#include <cuda_runtime.h>
