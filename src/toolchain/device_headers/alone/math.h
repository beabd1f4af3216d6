/* math.h - on the device it comes with cuda_runtime.h. */
#pragma once
#include <cuda_runtime.h>
