/* vector_types.h - float4 and its like are there before any #include. */
#pragma once
#include <cuda_runtime.h>
