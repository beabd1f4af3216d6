/* cuda_runtime_api.h - all of it comes with cuda_runtime.h. */
#pragma once
#include <cuda_runtime.h>
