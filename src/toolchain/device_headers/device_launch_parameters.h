/* device_launch_parameters.h - threadIdx, blockIdx and the others come with cuda_runtime.h. */
#pragma once
#include <cuda_runtime.h>
